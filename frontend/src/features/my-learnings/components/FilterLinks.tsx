import { useLocation } from 'react-router';
import { AppLink } from '../../../shared/ui/AppLink';
import { withFilter } from '../lib/urlState';
import classes from './FilterLinks.module.css';

interface Props {
  /** The accessible name. */
  label: string;
  name: 'kind' | 'status';
  choices: Readonly<Record<string, string>>;
  chosen: string | undefined;
}

/** Filter links; the chosen value is in the URL. */
export function FilterLinks({ label, name, choices, chosen }: Props) {
  const { search } = useLocation();
  const all = [[undefined, 'All'] as const, ...Object.entries(choices)];
  return (
    <nav className={classes.root} aria-label={label}>
      {all.map(([value, text]) => (
        <AppLink
          key={text}
          className={classes.link}
          to={{ search: withFilter(search, name, value) }}
          aria-current={value === chosen ? 'true' : undefined}
        >
          {text}
        </AppLink>
      ))}
    </nav>
  );
}
