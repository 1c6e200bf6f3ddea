import type { TopicLine } from '../queries';
import { COMPLETED_FROM } from './position';

type Kind = TopicLine['ContentType'];

export const KINDS: Readonly<Record<Kind, string>> = {
  video: 'Video',
  article: 'Article',
  pdf: 'PDF',
  quiz: 'Quiz',
};

/** What completes a topic. */
export const RULES: Readonly<Record<Kind, string>> = {
  video: `A video counts as completed when you have watched ${COMPLETED_FROM * 100}% of it.`,
  article: 'An article counts as completed when you mark it as read.',
  pdf: 'A PDF counts as completed when you mark it as read.',
  quiz: 'A quiz counts as completed when you have checked your answers, correct or not.',
};

/** '4:05', '1:02:03' for a position, which is never negative. */
export const clock = (seconds: number): string =>
  new Date(Math.round(seconds) * 1000)
    .toISOString()
    .slice(11, 19)
    .replace(/^[0:]{1,4}/, '');

/** '4:05' for a video, as its player counts; '3 min' for an article; empty if it is unknown. */
export const lengthOf = ({ ContentType, duration }: Pick<TopicLine, 'ContentType' | 'duration'>): string =>
  duration ? (ContentType === 'video' ? clock(duration) : `${Math.ceil(duration / 60)} min`) : '';

/** '1.2 MB', '340 kB' */
export function sizeOf(bytes: number): string {
  const megabytes = bytes / 1_000_000;
  return megabytes >= 1 ? `${megabytes.toFixed(1)} MB` : `${Math.round(bytes / 1000) || 1} kB`;
}
