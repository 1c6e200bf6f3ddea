import type { Outline, TopicLine } from '../queries';

interface Place {
  line: TopicLine | undefined;
  chapter: string | undefined;
  previous: TopicLine | undefined;
  next: TopicLine | undefined;
}

/** Where a topic stands in its course. */
export function placeOf({ chapters }: Pick<Outline, 'chapters'>, topicId: string): Place {
  const lines = chapters.flatMap(({ topics }) => topics);
  const place = lines.findIndex(({ _id }) => _id === topicId);
  const chapter = chapters.find(({ topics }) => topics.some(({ _id }) => _id === topicId));
  const isThere = place >= 0;
  return {
    line: lines[place],
    chapter: chapter?.title,
    previous: isThere ? lines[place - 1] : undefined,
    next: isThere ? lines[place + 1] : undefined,
  };
}
