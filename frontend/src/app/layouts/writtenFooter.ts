let kept: HTMLElement | undefined;

/** The footer of the page as it came; taken out once, before React clears what stands around it. */
export function writtenFooter(): HTMLElement {
  kept ??= take();
  return kept;
}

function take(): HTMLElement {
  const aside = document.querySelector<HTMLTemplateElement>('#site-footer');
  const footer = (aside?.content ?? document).querySelector<HTMLElement>('footer');
  if (!footer) throw new Error('The page carries no footer.');
  // React fills this place itself.
  footer.querySelector('[data-slot="theme"]')?.replaceChildren();
  return footer;
}
