/** 24 by 24 paths, by the icon names that the API returns for categories. */
const PATHS: Readonly<Record<string, string>> = {
  candles: 'M7 4v3M7 16v4M5 7h4v9H5zM17 3.5v5M17 15v5.5M15 8.5h4V15h-4z',
  line: 'M4 19.5h16M4.5 15l5-5 3.5 3 6.5-7.5M15.5 5.5h4v4',
  options: 'M4 18.5h16M4 8.5h6l6.5 7H20M10 5v10.5',
  pie: 'M12 3.5a8.5 8.5 0 1 0 8.5 8.5H12zM15.5 3.8a8.5 8.5 0 0 1 4.7 4.7h-4.7z',
  shield: 'M12 3.5l7 2.6V11c0 4.4-2.8 7.8-7 9.5-4.2-1.7-7-5.1-7-9.5V6.1zM9 12l2.2 2.2L15 10.3',
  coins:
    'M4 7.5c0-1.7 2.7-3 6-3s6 1.3 6 3-2.7 3-6 3-6-1.3-6-3zM4 7.5v5c0 1.7 2.7 3 6 3M16 7.5v2M10 14.5c0-1.7 2.3-3 5-3s5 1.3 5 3-2.3 3-5 3-5-1.3-5-3zM10 14.5v3c0 1.7 2.3 3 5 3s5-1.3 5-3v-3',
  globe:
    'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM3.5 12h17M12 3.5c2.4 2.4 3.5 5.2 3.5 8.5s-1.1 6.1-3.5 8.5c-2.4-2.4-3.5-5.2-3.5-8.5s1.1-6.1 3.5-8.5z',
  book: 'M12 6.5c-2-1.4-4.5-2-8-2v13c3.5 0 6 .6 8 2 2-1.4 4.5-2 8-2v-13c-3.5 0-6 .6-8 2zM12 6.5v13',
};

/** Fallback for an unknown icon name: a line chart. */
export function CategoryIcon({ name }: { name: string }) {
  return (
    <svg
      aria-hidden="true"
      width="20"
      height="20"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.6}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={PATHS[name] ?? PATHS.line} />
    </svg>
  );
}
