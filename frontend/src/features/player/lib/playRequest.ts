let requestedId: string | null = null;

/** The person goes on to this topic: its video plays as soon as it has loaded. */
export function requestPlay(topicId: string): void {
  requestedId = topicId;
}

/** Whether this topic's video was asked to play; true once. */
export function takePlayRequest(topicId: string): boolean {
  const isRequested = requestedId === topicId;
  requestedId = null;
  return isRequested;
}
