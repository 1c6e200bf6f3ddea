import { useQuery } from '@tanstack/react-query';
import { liveTradingList, mentorshipList, webinarList } from '../../features/live/queries';
import { Tabs } from '../../shared/ui/Tabs';
import classes from './LiveMenu.module.css';
import { LiveTab } from './LiveTab';
import { fromMentorship, fromProgram, fromWebinar } from './liveItems';

const SLICE = { skip: 0, limit: 50 };

export default function LiveMenu() {
  return (
    <Tabs
      hover
      label="Live"
      className={classes.root}
      items={[
        { id: 'webinars', label: 'Webinars', content: <Webinars /> },
        { id: 'mentorships', label: 'Mentorship Programs', content: <Mentorships /> },
        { id: 'trading', label: 'Live Trading Programs', content: <Programs /> },
      ]}
    />
  );
}

function Webinars() {
  const query = useQuery(webinarList(SLICE));
  return (
    <LiveTab
      query={query}
      items={query.data?.data.map(fromWebinar)}
      none="Live Webinar coming soon."
      all={{ to: '/live-webinars', label: 'View All Webinars' }}
    />
  );
}

function Mentorships() {
  const query = useQuery(mentorshipList(SLICE));
  return (
    <LiveTab
      query={query}
      items={query.data?.data.map(fromMentorship)}
      none="Live Mentorship coming soon."
      all={{ to: '/live-mentorships', label: 'View All Mentorship Programs' }}
    />
  );
}

function Programs() {
  const query = useQuery(liveTradingList(SLICE));
  return (
    <LiveTab
      query={query}
      items={query.data?.data.map(fromProgram)}
      none="Live Trading coming soon."
      all={{ to: '/live-trading', label: 'View All Live Trading Programs' }}
    />
  );
}
