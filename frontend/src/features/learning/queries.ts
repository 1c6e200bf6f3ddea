import { queryOptions } from '@tanstack/react-query';
import { type Answer, get } from '../../shared/api/client';
import { refreshIn } from './lib/addresses';

export type Topic = Answer<'/api/course/users/{key}/topic/{topic_id}', 'get'>['data'];
export type Media = NonNullable<Topic['media']>;
export type Quiz = NonNullable<Topic['quiz']>;
export type Marked = Answer<'/api/course/users/{key}/topic/{topic_id}/answers', 'post'>['data'];
export type Progress = Answer<'/api/course/progress/{key}', 'get'>['progress'];
/** What the player shows of a course. */
export type Outline = Pick<
  Answer<'/api/course/users/{key}', 'get'>['data'],
  '_id' | 'title' | 'weburlname' | 'chapters' | 'webimage'
>;
export type TopicLine = Outline['chapters'][number]['topics'][number];

/** The server writes the first answers under the same keys: apps/site/player.py. */
export const learningKeys = {
  all: ['learning'] as const,
  everyProgress: ['learning', 'progress'] as const,
  progress: (courseKey: string) => [...learningKeys.everyProgress, courseKey] as const,
  topic: (courseKey: string, topicId: string) => [...learningKeys.all, 'topic', courseKey, topicId] as const,
};

export const courseProgress = (courseKey: string) =>
  queryOptions({
    queryKey: learningKeys.progress(courseKey),
    queryFn: ({ signal }) => get('/api/course/progress/{key}', { path: { key: courseKey }, signal }),
  });

/** A topic with addresses that expire; while it is shown they are asked for anew in time. */
export const topicDetail = (courseKey: string, topicId: string) =>
  queryOptions({
    queryKey: learningKeys.topic(courseKey, topicId),
    queryFn: ({ signal }) =>
      get('/api/course/users/{key}/topic/{topic_id}', {
        path: { key: courseKey, topic_id: topicId },
        signal,
      }),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    refetchInterval: ({ state: { data, dataUpdatedAt } }) => {
      const topic = data?.data;
      if (!topic?.media && !topic?.attachments.length) return false;
      return refreshIn({
        expiresAt: topic.media?.expiresAt ?? null,
        askedAt: dataUpdatedAt,
        now: Date.now(),
      });
    },
    // A film plays on in a tab that is not looked at.
    refetchIntervalInBackground: true,
  });
