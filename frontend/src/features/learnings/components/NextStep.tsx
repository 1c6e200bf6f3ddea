import { remember } from '../../../shared/lib/selection';
import { ButtonLink } from '../../../shared/ui/ButtonLink';
import { Cover } from '../../../shared/ui/Cover';
import { Skeleton } from '../../../shared/ui/Skeleton';
import { accessLine, nextStep } from '../lib/standing';
import type { OwnCourse } from '../queries';
import classes from './NextStep.module.css';
import { Learned } from './OwnCourse';

/** What the member was learning last. The server writes the same markup: templates/parts/next_step.html. */
export function NextStep({ course }: { course: OwnCourse }) {
  const step = nextStep(course);
  return (
    <section className={`band ${classes.root}`} aria-labelledby="next">
      <div className={classes.text}>
        <h2 id="next" className={classes.label}>
          Continue where you left
        </h2>
        <h3 className={classes.title}>{course.title}</h3>
        <div className={classes.learned}>
          <Learned course={course} />
        </div>
        <p className={`${classes.access} tabular`}>{accessLine(course)}</p>
        <ButtonLink
          className={classes.action}
          size="l"
          to={step.to}
          onClick={() => remember('selectedCourse', course._id)}
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
