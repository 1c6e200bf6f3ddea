/**
 * Names India's time beside a time of day. The page hides it on devices whose own clock is India's: it
 * says so in templates/shell.html, before anything is shown.
 */
export function Zone() {
  return <span className="zone"> IST</span>;
}
