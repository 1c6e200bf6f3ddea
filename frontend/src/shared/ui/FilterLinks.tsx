import { useLocation } from 'react-router';
import { AppLink } from './AppLink';
import * as classes from './FilterLinks.module.css';

interface Props {
  /** The accessible name. */
  label: string;
  name: 'kind' | 'status';
  choices: Readonly<Record<string, string>>;
  chosen: string | undefined;
  /** How many entries there are to filter; where that is not known, the links are there. */
  count?: number;
}

const MIN_COUNT = 8;

/** Filter links, from so many entries on that they help; the chosen value is in the URL. */
export function FilterLinks({ label, name, choices, chosen, count = MIN_COUNT }: Props) {
  const { search } = useLocation();
  if (!search && count < MIN_COUNT) return null;
  const all = [[undefined, 'All'] as const, ...Object.entries(choices)];
  return (
    <nav className={`cluster gap-2 ${classes.root}`} aria-label={label}>
      {all.map(([value, text]) => (
        <AppLink
          key={text}
          className={`inline-row flex-none items-center justify-center touch text-s no-underline pill ${classes.link}`}
          to={{ search: withFilter(search, name, value) }}
          aria-current={value === chosen ? 'true' : undefined}
        >
          {text}
        </AppLink>
      ))}
    </nav>
  );
}

/** The query string with this filter changed; undefined removes it. Another kind begins with every status. */
export function withFilter(search: string, name: 'kind' | 'status', value: string | undefined): string {
  const kept = name === 'status' && new URLSearchParams(search).get('kind');
  const params = new URLSearchParams();
  if (kept) params.set('kind', kept);
  if (value) params.set(name, value);
  return params.size > 0 ? `?${params}` : '';
}
