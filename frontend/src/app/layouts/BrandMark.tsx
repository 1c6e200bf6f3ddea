export function BrandMark({ className }: { className?: string | undefined }) {
  return (
    <svg
      aria-hidden="true"
      className={className}
      width="28"
      height="28"
      viewBox="0 0 28 28"
      fill="currentColor"
    >
      <path d="M5.25 12h1.5v3H8v7H6.75v2.5h-1.5V22H4v-7h1.25zM13.25 7h1.5v3H16v8h-1.25v2.5h-1.5V18H12v-8h1.25zM21.25 2.5h1.5V6H24v8h-1.25v3h-1.5v-3H20V6h1.25z" />
    </svg>
  );
}
