import { queryOptions } from '@tanstack/react-query';
import { type ApiResponse, get } from '../../shared/api/client';
import { refreshDelay } from './lib/urlRefresh';

export type Topic = ApiResponse<'/api/course/users/{key}/topic/{topic_id}', 'get'>['data'];
export type Media = NonNullable<Topic['media']>;
export type Quiz = NonNullable<Topic['quiz']>;
export type QuizAttempt = Topic['attempts'][number];
export type Marked = ApiResponse<'/api/course/users/{key}/topic/{topic_id}/answers', 'post'>['data'];
export type Note = ApiResponse<'/api/course/notes/{topic_id}', 'get'>['data'][number];
export type Progress = ApiResponse<'/api/course/progress/{key}', 'get'>['progress'];
/** What the player shows of a course. */
export type Outline = Pick<
  ApiResponse<'/api/course/users/{key}', 'get'>['data'],
  '_id' | 'title' | 'weburlname' | 'chapters' | 'webimage'
>;
export type TopicLine = Outline['chapters'][number]['topics'][number];

/** The server requests the same first (apps/site/pages). */
export const playerKeys = {
  all: ['learning'] as const,
  allProgress: ['learning', 'progress'] as const,
  progress: (courseKey: string) => [...playerKeys.allProgress, courseKey] as const,
  topic: (courseKey: string, topicId: string) => [...playerKeys.all, 'topic', courseKey, topicId] as const,
  notes: (topicId: string) => [...playerKeys.all, 'notes', topicId] as const,
};

export const courseProgress = (courseKey: string) =>
  queryOptions({
    queryKey: playerKeys.progress(courseKey),
    queryFn: ({ signal }) => get('/api/course/progress/{key}', { path: { key: courseKey }, signal }),
  });

/** A topic with media URLs that expire; refetched in time while it is shown. */
export const topicDetail = (courseKey: string, topicId: string) =>
  queryOptions({
    queryKey: playerKeys.topic(courseKey, topicId),
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
      return refreshDelay({
        expiresAt: topic.media?.expiresAt ?? null,
        fetchedAt: dataUpdatedAt,
        now: Date.now(),
      });
    },
    // A video continues in a background tab.
    refetchIntervalInBackground: true,
  });

/** The person's own notes in a topic. */
export const topicNotes = (topicId: string) =>
  queryOptions({
    queryKey: playerKeys.notes(topicId),
    queryFn: ({ signal }) => get('/api/course/notes/{topic_id}', { path: { topic_id: topicId }, signal }),
  });
