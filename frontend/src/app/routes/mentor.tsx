import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { CourseCards } from '../../features/catalog/components/CourseCards';
import { MentorshipEvent } from '../../features/live/components/MentorshipEvent';
import { ProgramEvent } from '../../features/live/components/ProgramEvent';
import { WebinarEvent } from '../../features/live/components/WebinarEvent';
import { MentorHead } from '../../features/mentors/components/MentorHead';
import { mentorDetail } from '../../features/mentors/queries';
import { AppLink } from '../../shared/ui/AppLink';
import { ReviewItem } from '../../shared/ui/ReviewItem';
import { useNow } from '../page/useNow';
import { useTitle } from '../page/useTitle';
import * as classes from './Mentor.module.css';

export default function Mentor() {
  const { mentor: key = '' } = useParams<'mentor'>();
  const { data } = useSuspenseQuery(mentorDetail(key));
  const mentor = data.data;
  const now = useNow();
  const liveCount = mentor.webinars.length + mentor.mentorships.length + mentor.programs.length;
  useTitle(mentor.full_name);
  return (
    <article className={`container stack columns-1 gap-10 ${classes.root}`}>
      <MentorHead mentor={mentor} />
      {mentor.courses.length > 0 && (
        <section aria-labelledby="courses">
          <h2 id="courses">Courses</h2>
          <div className="grid-cards">
            <CourseCards courses={mentor.courses} />
          </div>
        </section>
      )}
      {liveCount > 0 && (
        <section aria-labelledby="live">
          <h2 id="live">Live</h2>
          <div className="grid-events">
            {mentor.webinars.map((webinar) => (
              <WebinarEvent key={webinar._id} webinar={webinar} now={now} />
            ))}
            {mentor.mentorships.map((mentorship) => (
              <MentorshipEvent key={mentorship._id} mentorship={mentorship} now={now} />
            ))}
            {mentor.programs.map((program) => (
              <ProgramEvent key={program._id} program={program} />
            ))}
          </div>
        </section>
      )}
      {mentor.reviews.length > 0 && (
        <section aria-labelledby="reviews">
          <h2 id="reviews">What learners say</h2>
          <ul>
            {mentor.reviews.map((review) => (
              <ReviewItem key={review._id} review={review}>
                <p className="mt-2 text-s">
                  <AppLink to={review.coursePath}>{review.course}</AppLink>
                </p>
              </ReviewItem>
            ))}
          </ul>
        </section>
      )}
    </article>
  );
}
