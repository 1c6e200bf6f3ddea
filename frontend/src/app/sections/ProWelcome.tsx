import { useQuery } from '@tanstack/react-query';
import { CourseCard } from '../../features/catalog/components/CourseCard';
import { courseList } from '../../features/catalog/queries';
import { webinarList } from '../../features/live/queries';
import { formatDay } from '../../shared/lib/dates';
import { AppLink } from '../../shared/ui/AppLink';
import { Button } from '../../shared/ui/Button';
import * as classes from './ProWelcome.module.css';

const SHOWN = 3;

interface Props {
  /** Null: it has no end. */
  endsAt: string | null;
  onDismiss: () => void;
}

/** After buying Pro: until when, courses to start with, and the webinars that are free to book now. */
export default function ProWelcome({ endsAt, onDismiss }: Props) {
  const courses = useQuery(courseList({ price: 'pro', skip: 0, limit: SHOWN })).data?.courses ?? [];
  const all = useQuery(webinarList({ skip: 0, limit: 12 })).data?.data ?? [];
  const webinars = all.filter(({ price, isBooked, seatsLeft }) => price > 0 && !isBooked && seatsLeft !== 0);
  return (
    <section className={`stack gap-4 mb-6 p-5 ${classes.root}`} aria-labelledby="pro-welcome">
      <div className="row items-center justify-between gap-3">
        <h2 id="pro-welcome" className="text-l">
          {endsAt ? `You have Pro until ${formatDay(endsAt)}` : 'You have Pro'}
        </h2>
        <Button variant="quiet" size="s" onClick={onDismiss}>
          Got it
        </Button>
      </div>
      {courses.length > 0 && (
        <>
          <h3 className="text-m">Courses to start with</h3>
          <div className="grid-cards">
            {courses.map((course) => (
              <CourseCard key={course._id} course={course} />
            ))}
          </div>
        </>
      )}
      {webinars.length > 0 && (
        <>
          <h3 className="text-m">Webinars that are now free to book</h3>
          <ul>
            {webinars.slice(0, SHOWN).map(({ _id, title, weburlname, webinarTime }) => (
              <li key={_id} className="touch ink-2 text-s">
                <AppLink to={`/live-webinars/${weburlname}`}>{title}</AppLink>{' '}
                <span className="tabular">{formatDay(webinarTime)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
