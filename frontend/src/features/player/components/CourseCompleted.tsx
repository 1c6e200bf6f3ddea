import { useI18n } from '../../../shared/lib/i18n';
import { ButtonLink } from '../../../shared/ui/ButtonLink';
import { CheckIcon } from '../../../shared/ui/icons/CheckIcon';
import type { Progress } from '../queries';
import * as classes from './CourseCompleted.module.css';

interface Props {
  /** As the server has it: it would refuse the certificate while the last report is on its way. */
  progress: Progress | null | undefined;
}

/** Once all topics are completed: the way to the end of the course. */
export function CourseCompleted({ progress }: Props) {
  const i18n = useI18n();
  return (
    <div role="status" className={classes.outcome}>
      {progress?.isCompleted && (
        <div className={`cluster items-center justify-between ${classes.root}`}>
          <p className={`inline-row items-center gap-2 weight-600 ${classes.text}`}>
            <CheckIcon />
            {i18n._('You completed this course')}
          </p>
          {/* One that waits is in My Learnings, which says from when. */}
          {!progress.certificateFrom && (
            <ButtonLink to={`/course/${progress.courseId}/completed`}>
              {i18n._('Your certificate')}
            </ButtonLink>
          )}
        </div>
      )}
    </div>
  );
}
