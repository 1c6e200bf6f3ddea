import { formatFrom } from '../../../shared/lib/dates';
import { useI18n } from '../../../shared/lib/i18n';
import { serverNow } from '../../../shared/lib/pageData';
import { ButtonLink } from '../../../shared/ui/ButtonLink';
import { CheckIcon } from '../../../shared/ui/icons/CheckIcon';
import classes from './CourseCompleted.module.css';

interface Props {
  courseKey: string;
  /** As the server has it: it would refuse the certificate while the last report is on its way. */
  isCompleted: boolean;
  /** Set while the certificate waits. */
  certificateAvailableAt: string | undefined;
}

/** Once all topics are completed: the way to the end of the course. */
export function CourseCompleted({ courseKey, isCompleted, certificateAvailableAt: from }: Props) {
  const i18n = useI18n();
  const waits = from !== undefined && Date.parse(from) > serverNow();
  return (
    <div role="status" className={classes.outcome}>
      {isCompleted && (
        <div className={classes.root}>
          <p className={classes.text}>
            <CheckIcon />
            {i18n._('You completed this course.')}
          </p>
          {waits && (
            <p>
              {i18n._(
                'Your certificate is issued from {moment}, when half the length of the videos has passed since you started the course.',
                { moment: formatFrom(from, i18n) },
              )}
            </p>
          )}
          <ButtonLink to={`/course/${encodeURIComponent(courseKey)}/completed`}>
            {waits ? i18n._('What you learned') : i18n._('Your certificate')}
          </ButtonLink>
        </div>
      )}
    </div>
  );
}
