const GAP = 8;
const EDGE = 16;

/** Puts an open pop-over under the line that its link begins on, or above it where there is no room. */
export function placePopover(popover: HTMLElement, link: HTMLElement): void {
  const line = link.getClientRects()[0];
  if (!line) return;
  const { offsetWidth, offsetHeight } = popover;
  const { clientWidth, clientHeight } = document.documentElement;
  const left = Math.max(EDGE, Math.min(line.left, clientWidth - offsetWidth - EDGE));
  const below = line.bottom + GAP;
  const above = line.top - GAP - offsetHeight;
  const top = below + offsetHeight > clientHeight && above > 0 ? above : below;
  popover.style.setProperty('left', `${left + window.scrollX}px`);
  popover.style.setProperty('top', `${top + window.scrollY}px`);
}
