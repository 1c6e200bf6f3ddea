/**
 * Dispatches the events that a video fired before its listeners were attached: it starts to load when React
 * creates the element, which may be long before React mounts it.
 */
export function replayMissedEvents(video: HTMLVideoElement): void {
  queueMicrotask(() => {
    for (const event of missedEvents(video)) video.dispatchEvent(new Event(event));
  });
}

function missedEvents({ error, readyState }: HTMLVideoElement): string[] {
  if (error) return ['error'];
  if (readyState < HTMLMediaElement.HAVE_METADATA) return [];
  return readyState < HTMLMediaElement.HAVE_CURRENT_DATA
    ? ['loadedmetadata']
    : ['loadedmetadata', 'loadeddata'];
}
