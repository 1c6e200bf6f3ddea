import { useQuery } from '@tanstack/react-query';
import { MentorshipEvent } from '../../features/live/components/MentorshipEvent';
import { mentorshipList } from '../../features/live/queries';
import leads from '../leads/site.json';
import { PageHead } from '../page/PageHead';
import { useNow } from '../page/useNow';
import type { RouteRow } from '../routing/routeRow';
import { UpcomingList } from '../sections/UpcomingList';

export default function LiveMentorships({ row }: { row: RouteRow }) {
  const query = useQuery(mentorshipList({ skip: 0, limit: 50 }));
  const now = useNow();
  return (
    <>
      <PageHead title={row.title} lead={leads['live-mentorships']} />
      <UpcomingList
        query={query}
        none="Live Mentorship coming soon."
        names={['mentorship', 'mentorships']}
        facts={({ isFree, mentor_details, language, category, meetingTimes }) => ({
          isFree,
          host: mentor_details.name,
          language,
          category,
          times: meetingTimes.map(({ start, end }) => [start, end]),
        })}
        now={now}
      >
        {(mentorship, eager) => (
          <MentorshipEvent key={mentorship._id} mentorship={mentorship} now={now} eager={eager} />
        )}
      </UpcomingList>
    </>
  );
}
