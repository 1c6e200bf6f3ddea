import { useLocation } from 'react-router';
import { AppLink } from '../../../shared/ui/AppLink';
import { asking } from '../lib/asked';
import classes from './Choices.module.css';

interface Props {
  /** Says what is chosen between. */
  label: string;
  name: 'kind' | 'status';
  choices: Readonly<Record<string, string>>;
  chosen: string | undefined;
}

/** What is shown of the lists; it stands in the address. The server's twin: templates/parts/choices.html. */
export function Choices({ label, name, choices, chosen }: Props) {
  const { search } = useLocation();
  const all = [[undefined, 'All'] as const, ...Object.entries(choices)];
  return (
    <nav className={classes.root} aria-label={label}>
      {all.map(([value, words]) => (
        <AppLink
          key={words}
          className={classes.link}
          to={{ search: asking(search, name, value) }}
          aria-current={value === chosen ? 'true' : undefined}
        >
          {words}
        </AppLink>
      ))}
    </nav>
  );
}
