import { useEffect } from 'react';
import { prefetchPage } from '../../../shared/lib/prefetch';
import { storeSelectedId } from '../../../shared/lib/selection';
import { whenIdle } from '../../../shared/lib/whenIdle';
import { ButtonLink } from '../../../shared/ui/ButtonLink';
import { Cover } from '../../../shared/ui/Cover';
import { Skeleton } from '../../../shared/ui/Skeleton';
import { accessText, nextStep } from '../lib/courseTexts';
import type { OwnCourse } from '../queries';
import * as classes from './NextStep.module.css';
import { Learned } from './OwnCourse';

/** The course to continue or begin. */
export function NextStep({ course }: { course: OwnCourse }) {
  const step = nextStep(course);
  useEffect(() => whenIdle(() => prefetchPage(step.to)), [step.to]);
  return (
    <section className={`band ${classes.root}`} aria-labelledby="next">
      <div className={`stack justify-items-start gap-3 min-w-0 ${classes.text}`}>
        <h2 id="next" className="ink-2 text-s tracking-0">
          {course.status === 'notStarted' ? 'Start your course' : 'Continue where you left off'}
        </h2>
        <h3 className={`pretty anywhere ${classes.title}`}>{course.title}</h3>
        <div className={classes.learned}>
          <Learned course={course} />
        </div>
        <p className="ink-2 text-s tabular">{accessText(course)}</p>
        <ButtonLink
          className="mt-2"
          size="l"
          to={step.to}
          onClick={() => storeSelectedId('selectedCourse', course._id)}
        >
          {step.label}
          <span className="visually-hidden">{course.title}</span>
        </ButtonLink>
      </div>
      <Cover
        images={course.webimage}
        sizes="(min-width: 60rem) 24rem, (min-width: 48rem) 18rem, 84vw"
        className={classes.cover}
      />
    </section>
  );
}

export function NextStepSkeleton() {
  return <Skeleton shape="block" className={classes.skeleton} />;
}
