/**
 * Tells again what a film said before anybody listened: it begins to load when React makes it, which may be
 * a good while before React puts it on the page.
 */
export function catchUp(video: HTMLVideoElement): void {
  queueMicrotask(() => {
    for (const event of missed(video)) video.dispatchEvent(new Event(event));
  });
}

function missed({ error, readyState }: HTMLVideoElement): string[] {
  if (error) return ['error'];
  if (readyState < HTMLMediaElement.HAVE_METADATA) return [];
  return readyState < HTMLMediaElement.HAVE_CURRENT_DATA
    ? ['loadedmetadata']
    : ['loadedmetadata', 'loadeddata'];
}
