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

/** '4:05', '1:02:03' */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (value: number) => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** '4:05' for a video, '3 min' for an article, an empty string if the duration is unknown. */
export function lengthOf({ ContentType, duration }: Pick<TopicLine, 'ContentType' | 'duration'>): string {
  if (duration <= 0) return '';
  return ContentType === 'video' ? clock(duration) : `${Math.max(1, Math.round(duration / 60))} min`;
}

/** '1.2 MB', '340 kB' */
export function sizeOf(bytes: number): string {
  const megabytes = bytes / 1_000_000;
  return megabytes >= 1 ? `${megabytes.toFixed(1)} MB` : `${Math.max(1, Math.round(bytes / 1000))} kB`;
}
