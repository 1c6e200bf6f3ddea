import { useQuery } from '@tanstack/react-query';
import { QueryFallback } from '../../../shared/ui/QueryFallback';
import { Skeleton } from '../../../shared/ui/Skeleton';
import { topicQuestions } from '../questionQueries';
import { AskQuestion } from './AskQuestion';
import { QuestionItem } from './QuestionItem';

interface Props {
  userId: string;
  topicId: string;
  /** The topic is withheld: questions can only be read. */
  isReadOnly: boolean;
}

/** Questions of learners with the answers of staff. */
export default function QuestionsPanel({ userId, topicId, isReadOnly }: Props) {
  const query = useQuery(topicQuestions(topicId));
  const questions = query.data?.data;
  return (
    <div className="stack gap-5 pb-4 px-4">
      {!isReadOnly && <AskQuestion userId={userId} topicId={topicId} />}
      {questions === undefined && (
        <QueryFallback query={query} what="questions">
          <Skeleton lines={3} />
        </QueryFallback>
      )}
      {questions?.length === 0 && <p className="ink-2 text-s">Nobody has asked anything here yet.</p>}
      {questions && questions.length > 0 && (
        <ul className="stack gap-4">
          {questions.map((question) => (
            <QuestionItem key={question._id} question={question} />
          ))}
        </ul>
      )}
    </div>
  );
}
