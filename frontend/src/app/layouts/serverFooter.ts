let kept: HTMLElement | undefined;

/** The server-rendered footer, detached once before React clears its container. */
export function serverFooter(): HTMLElement {
  kept ??= take();
  return kept;
}

function take(): HTMLElement {
  const aside = document.querySelector<HTMLTemplateElement>('#site-footer');
  const footer = (aside?.content ?? document).querySelector<HTMLElement>('footer');
  if (!footer) throw new Error('The page carries no footer.');
  // React renders the theme switch.
  footer.querySelector('[data-slot="theme"]')?.replaceChildren();
  return footer;
}
