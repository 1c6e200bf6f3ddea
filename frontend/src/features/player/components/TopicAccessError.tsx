import type { ApiError } from '../../../shared/api/client';
import { ButtonLink } from '../../../shared/ui/ButtonLink';
import { EmptyState } from '../../../shared/ui/EmptyState';
import { ClockIcon } from '../../../shared/ui/icons/ClockIcon';
import { LockIcon } from '../../../shared/ui/icons/LockIcon';

interface Props {
  error: ApiError;
  courseName: string;
}

/** Shown if a topic cannot be opened. */
export function TopicAccessError({ error, courseName }: Props) {
  const isForNow = error.code === 'held_back';
  return (
    <EmptyState
      icon={isForNow ? <ClockIcon size={28} /> : <LockIcon size={28} />}
      action={<ButtonLink to={`/courses/${encodeURIComponent(courseName)}`}>Go to course</ButtonLink>}
    >
      {isForNow ? error.message : 'You do not have access to this course.'}
    </EmptyState>
  );
}
