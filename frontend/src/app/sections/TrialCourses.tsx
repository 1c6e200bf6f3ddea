import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { trialText } from '../../features/account/lib/trial';
import type { User } from '../../features/account/queries';
import { CourseCard } from '../../features/catalog/components/CourseCard';
import { courseDetail, courseList } from '../../features/catalog/queries';
import { durationText } from '../../shared/lib/businessConstants';
import { useIsHydrated } from '../../shared/lib/useIsHydrated';
import { AppLink } from '../../shared/ui/AppLink';
import { ButtonLink } from '../../shared/ui/ButtonLink';
import { SelectField } from '../../shared/ui/Field';
import { Awaited } from './QuerySection';
import { Section } from './Section';
import * as classes from './TrialCourses.module.css';
import { NO_START, type Start, storedStart, storeStart } from './trialStart';

const LEVELS = ['Beginner', 'Intermediate', 'Advanced'];
const LANGUAGES = ['English', 'Hindi'];

interface Props {
  user: User;
  /** The trial was started on this page. */
  hasJustBegun: boolean;
}

/** Three courses to start the trial with; level and language are asked once. */
export default function TrialCourses({ user, hasJustBegun }: Props) {
  const isHydrated = useIsHydrated();
  const cameFrom = new URLSearchParams(useLocation().search).get('course') ?? '';
  // Somebody may have typed the link or cut it off: then there is no such course.
  const isKnown = useQuery({ ...courseDetail(cameFrom), enabled: cameFrom !== '' }).isSuccess;
  const [chosen, setChosen] = useState<Start | null>(null);
  const start = chosen ?? (isHydrated ? storedStart() : NO_START);
  const outcome = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // The previously focused button was removed.
    if (hasJustBegun) outcome.current?.focus();
  }, [hasJustBegun]);
  const choose = (changed: Partial<Start>) => {
    const next = { ...start, ...changed };
    setChosen(next);
    storeStart(next);
  };
  return (
    <Section
      id="freeTrial"
      title={`Your ${durationText('trialLength')} are on`}
      more={{ to: '/courses?price=pro', label: 'All Pro courses' }}
    >
      <p ref={outcome} tabIndex={-1} className="measure ink-2 no-ring">
        {trialText(user)} Nothing is charged when it ends.
      </p>
      {isKnown && (
        <p className="mt-4">
          <ButtonLink to={`/courses/${encodeURIComponent(cameFrom)}`}>
            Open the course you came from
          </ButtonLink>
        </p>
      )}
      <div className={`stack gap-4 ${classes.choices}`}>
        <SelectField
          label="Your level"
          value={start.level}
          onChange={(event) => choose({ level: event.target.value })}
        >
          <option value="">Any level</option>
          {LEVELS.map((level) => (
            <option key={level}>{level}</option>
          ))}
        </SelectField>
        <SelectField
          label="Your language"
          value={start.language}
          onChange={(event) => choose({ language: event.target.value })}
        >
          <option value="">Any language</option>
          {LANGUAGES.map((language) => (
            <option key={language}>{language}</option>
          ))}
        </SelectField>
      </div>
      <Courses start={start} />
    </Section>
  );
}

function Courses({ start: { level, language } }: { start: Start }) {
  const query = useQuery(
    courseList({
      price: 'pro',
      ...(level && { level: [level] }),
      ...(language && { language: [language] }),
      skip: 0,
      limit: 3,
    }),
  );
  if (!query.data) return <Awaited query={query} what="courses" />;
  if (query.data.courses.length === 0) {
    return (
      <p className="measure ink-2">
        No Pro course of this kind yet. <AppLink to="/courses?price=pro">See all Pro courses</AppLink>
      </p>
    );
  }
  return (
    <div className="grid-cards">
      {query.data.courses.map((course) => (
        <CourseCard key={course._id} course={course} />
      ))}
    </div>
  );
}
