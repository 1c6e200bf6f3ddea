/**
 * Gives the links to the glossary in a text the role and the keys of a button. `open` returns false where it
 * cannot: then the link is followed.
 */
export function makeTermButtons(text: HTMLElement | null, open: (link: HTMLAnchorElement) => boolean): void {
  for (const link of text?.querySelectorAll<HTMLAnchorElement>('a.term') ?? []) {
    // A press outside closes the pop-over before the click; on its own term it should stay closed.
    let isClosing = false;
    link.onpointerdown = () => {
      isClosing = link.getAttribute('aria-expanded') === 'true';
    };
    link.onclick = (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      if (isClosing || open(link)) event.preventDefault();
      isClosing = false;
    };
    link.onkeydown = (event) => {
      if (event.key === ' ' && open(link)) event.preventDefault();
    };
    link.setAttribute('role', 'button');
    link.setAttribute('aria-haspopup', 'dialog');
    link.setAttribute('aria-expanded', 'false');
  }
}
