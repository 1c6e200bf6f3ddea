import { useSuspenseQuery } from '@tanstack/react-query';
import events from '../../features/live/components/EventCard.module.css';
import { MentorshipEvent } from '../../features/live/components/MentorshipEvent';
import { mentorshipList } from '../../features/live/queries';
import leads from '../leads/site.json';
import { PageHead } from '../page/PageHead';
import { useNow } from '../page/useNow';
import type { RouteRow } from '../routing/routeRow';
import { NoUpcoming } from '../sections/NoUpcoming';

export default function LiveMentorships({ row }: { row: RouteRow }) {
  const { data: found } = useSuspenseQuery(mentorshipList({ skip: 0, limit: 50 }));
  const now = useNow();
  return (
    <>
      <PageHead title={row.title} lead={leads['live-mentorships']} />
      {found.data.length > 0 ? (
        <>
          <h2 className="visually-hidden">Upcoming</h2>
          <div className={`container ${events.grid}`}>
            {found.data.map((mentorship) => (
              <MentorshipEvent key={mentorship._id} mentorship={mentorship} now={now} />
            ))}
          </div>
        </>
      ) : (
        <NoUpcoming>Live Mentorship coming soon.</NoUpcoming>
      )}
    </>
  );
}
