/**
 * Shows 'IST' beside a time. Hidden on devices whose clock is India's: an inline script in
 * templates/shell.html sets that before the first paint.
 */
export function TimeZone() {
  return <span className="zone"> IST</span>;
}
