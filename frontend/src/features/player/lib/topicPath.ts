export const pathOf = (courseKey: string, topicId: string) =>
  `/course/${encodeURIComponent(courseKey)}/topic/${topicId}`;
