import { formatDuration } from '../../../shared/lib/duration';
import { english } from '../../../shared/lib/i18n';
import type { Topic } from '../queries';

/** '1 video, 29 sec · 2 articles · 1 quiz'; empty without topics. */
export function contentsText(topics: readonly Topic[], { i18n = english, withLength = true } = {}): string {
  const count = (kind: Topic['ContentType']) =>
    topics.filter(({ ContentType }) => ContentType === kind).length;
  const videos = topics.filter(({ ContentType }) => ContentType === 'video');
  const seconds = videos.reduce((sum, { duration }) => sum + duration, 0);
  const [articles, pdfs, quizzes] = [count('article'), count('pdf'), count('quiz')];
  const video = i18n._('{count, plural, one {# video} other {# videos}}', { count: videos.length });
  return [
    videos.length > 0 && (withLength && seconds > 0 ? `${video}, ${formatDuration(seconds, i18n)}` : video),
    articles > 0 && i18n._('{count, plural, one {# article} other {# articles}}', { count: articles }),
    pdfs > 0 && i18n._('{count, plural, one {# PDF} other {# PDFs}}', { count: pdfs }),
    quizzes > 0 && i18n._('{count, plural, one {# quiz} other {# quizzes}}', { count: quizzes }),
  ]
    .filter(Boolean)
    .join(' · ');
}
