import { formatDeadline } from '../../../shared/lib/dates';
import { useI18n } from '../../../shared/lib/i18n';
import { storeSelectedId } from '../../../shared/lib/selection';
import { AppLink } from '../../../shared/ui/AppLink';
import { ButtonLink } from '../../../shared/ui/ButtonLink';
import { Cover } from '../../../shared/ui/Cover';
import { classNames } from '../../../shared/ui/classNames';
import { Skeleton } from '../../../shared/ui/Skeleton';
import { accessText, certificatePath, nextStep, progressText } from '../lib/courseTexts';
import type { OwnCourse as Course } from '../queries';
import * as classes from './OwnCourse.module.css';

interface Props {
  course: Course;
  eager?: boolean;
  /** The primary action of the page. */
  isFirst?: boolean;
}

/** An enrolled course. */
export function OwnCourse({ course, eager = false, isFirst = false }: Props) {
  const i18n = useI18n();
  const step = nextStep(course);
  const certificate = certificatePath(course);
  return (
    <article className={classes.root}>
      <div className={classes.row}>
        <Cover
          images={course.webimage}
          sizes="(min-width: 40rem) 10.5rem, 6.5rem"
          className={classes.cover}
          loading={eager ? 'eager' : 'lazy'}
        />
        <div className={classes.head}>
          <p className="ink-3 text-xs leading-snug">{course.category}</p>
          <h3 className="mt-1 text-m pretty">
            <AppLink
              className={classes.link}
              to={`/courses/${course.weburlname}`}
              onClick={() => storeSelectedId('selectedCourse', course._id)}
            >
              {course.title}
            </AppLink>
          </h3>
        </div>
        <Learned course={course} />
        <div className={classes.foot}>
          <p className={`${course.access?.granted ? 'ink-2' : 'amber'} text-s ${classes.access} tabular`}>
            {accessText(course)}
            {certificate && (
              <AppLink className={classes.certificate} to={certificate}>
                {course.certificateWithdrawn ? 'Certificate withdrawn' : i18n._('Certificate')}
                {course.certificateFrom && ` from ${formatDeadline(course.certificateFrom)}`}
                <span className="visually-hidden">{course.title}</span>
              </AppLink>
            )}
          </p>
          <ButtonLink
            className={classes.action}
            variant={isFirst ? 'primary' : 'secondary'}
            to={step.to}
            onClick={() => storeSelectedId('selectedCourse', course._id)}
          >
            {step.label}
            <span className="visually-hidden">{course.title}</span>
          </ButtonLink>
        </div>
      </div>
    </article>
  );
}

/** Progress as a bar and as text. */
export function Learned({ course }: { course: Course }) {
  return (
    <p className={`row items-center gap-3 text-s ${classes.learned} tabular`}>
      <progress
        className="flex-1 min-w-0"
        value={course.progressPercent}
        max={100}
        aria-label={`Progress in ${course.title}`}
      />
      <span className={classes.text}>{progressText(course)}</span>
    </p>
  );
}

export function OwnCourseSkeleton() {
  return (
    <div className={classes.root}>
      <div className={classes.row}>
        <Skeleton shape="block" ratio="16 / 9" className={classes.cover} />
        <div className={classes.head}>
          <Skeleton width="6rem" />
          <Skeleton width="80%" />
        </div>
        <div className={`row items-center gap-3 text-s ${classes.learned}`}>
          <Skeleton width="100%" />
        </div>
        <div className={classes.foot}>
          <Skeleton width="11rem" className={`text-s ${classes.access}`} />
          <Skeleton shape="block" className={classNames(classes.action, classes.awaited)} />
        </div>
      </div>
    </div>
  );
}
