import type { Outline, TopicLine } from '../queries';

interface TopicPosition {
  line: TopicLine | undefined;
  chapter: string | undefined;
  previous: TopicLine | undefined;
  next: TopicLine | undefined;
}

/** The position of a topic in its course. */
export function positionOf({ chapters }: Pick<Outline, 'chapters'>, topicId: string): TopicPosition {
  const lines = chapters.flatMap(({ topics }) => topics);
  const index = lines.findIndex(({ _id }) => _id === topicId);
  const chapter = chapters.find(({ topics }) => topics.some(({ _id }) => _id === topicId));
  const isLoaded = index >= 0;
  return {
    line: lines[index],
    chapter: chapter?.title,
    previous: isLoaded ? lines[index - 1] : undefined,
    next: isLoaded ? lines[index + 1] : undefined,
  };
}
