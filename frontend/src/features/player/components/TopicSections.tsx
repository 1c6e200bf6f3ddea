import { memo } from 'react';
import { useI18n } from '../../../shared/lib/i18n';
import { lazySection } from '../../../shared/ui/LazySection';
import type { Media, Topic, TopicLine } from '../queries';
import { FoldedSection } from './FoldedSection';
import { NotesSection } from './NotesSection';

const Transcript = lazySection(() => import(/* webpackChunkName: "transcript" */ './Transcript'));
// Rendered on the server. A new render before its script has come would make React remove that HTML.
const Notes = memo(lazySection(() => import(/* webpackChunkName: "notes" */ './NotesPanel')));
const Questions = lazySection(() => import(/* webpackChunkName: "questions" */ './QuestionsPanel'));

interface Props {
  userId: string;
  line: TopicLine;
  /** Undefined while loading. */
  topic: Topic | undefined;
  hasNotes: boolean;
  /** The topic is withheld. */
  isReadOnly: boolean;
  /** Where the video resumes. */
  resumeAt: number;
  onRefresh: () => Promise<Media | null>;
}

/** What stands below a topic: its transcript, the person's notes, and questions. */
export function TopicSections(props: Props) {
  const { userId, line, topic, hasNotes, isReadOnly, resumeAt, onRefresh } = props;
  const i18n = useI18n();
  const topicId = line._id;
  return (
    <>
      {topic?.media && topic.media.captions.length > 0 && (
        <FoldedSection id="transcript" title={i18n._('Transcript')}>
          <Transcript key={topicId} topicId={topicId} media={topic.media} onRefresh={onRefresh} />
        </FoldedSection>
      )}
      {hasNotes && (
        <NotesSection>
          <Notes key={topicId} {...{ userId, topicId, resumeAt, isReadOnly }} kind={line.ContentType} />
        </NotesSection>
      )}
      {topic && (
        <FoldedSection title="Questions and answers">
          <Questions key={topicId} {...{ userId, topicId, isReadOnly }} />
        </FoldedSection>
      )}
    </>
  );
}
