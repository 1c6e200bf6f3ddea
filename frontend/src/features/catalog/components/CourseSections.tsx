import { useId } from 'react';
import { CheckIcon } from '../../../shared/ui/icons/CheckIcon';
import { Mentor } from '../../../shared/ui/Mentor';
import { termsText } from '../lib/offerText';
import type { CourseDetail } from '../queries';
import * as classes from './CoursePage.module.css';

/** Outcomes and description. */
export function Goals({ course }: { course: CourseDetail }) {
  return (
    <>
      <GoalList title="What you'll learn" course={course} />
      {course.long_description && <p>{course.long_description}</p>}
    </>
  );
}

/** What the course teaches, if it says so. */
export function GoalList({
  title,
  course,
}: {
  title: string;
  course: Pick<CourseDetail, 'whatYouWillLearn'>;
}) {
  const id = useId();
  if (course.whatYouWillLearn.length === 0) return null;
  return (
    <section aria-labelledby={id} className="surface p-card">
      <h2 id={id}>{title}</h2>
      <ul className={`stack gap-3 gap-x-6 mt-4 ${classes.goalList}`}>
        {course.whatYouWillLearn.map((goal) => (
          <li key={goal}>
            <CheckIcon size={18} className={`flex-none green ${classes.tick}`} />
            {goal}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Requirements, mentors, and what to know before a purchase. */
export function Terms({ course }: { course: CourseDetail }) {
  const id = useId();
  const after = termsText(course);
  return (
    <>
      {course.requirements.length > 0 && (
        <section aria-labelledby={`${id}-needs`}>
          <h2 id={`${id}-needs`}>What you need</h2>
          <List lines={course.requirements} />
        </section>
      )}
      {course.instructors.length > 0 && (
        <section aria-labelledby={`${id}-by`}>
          <h2 id={`${id}-by`}>{course.instructors.length === 1 ? 'Your mentor' : 'Your mentors'}</h2>
          <ul className="stack gap-4 mt-3">
            {course.instructors.map((person) => (
              <li key={person._id}>
                <Mentor mentor={{ ...person, name: person.full_name }} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {!course.access?.granted && (
        <section aria-labelledby={`${id}-after`}>
          <h2 id={`${id}-after`}>{after.title}</h2>
          <List lines={after.lines} />
        </section>
      )}
    </>
  );
}

function List({ lines }: { lines: readonly string[] }) {
  return (
    <ul className={`stack gap-2 measure mt-3 ink-2 ${classes.lines}`}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
