import { useQuery } from '@tanstack/react-query';
import { liveTradingList, mentorshipList, webinarList } from '../../features/live/queries';
import { useI18n } from '../../shared/lib/i18n';
import { Tabs } from '../../shared/ui/Tabs';
import * as classes from './LiveMenu.module.css';
import { LiveTab } from './LiveTab';
import { fromMentorship, fromProgram, fromWebinar } from './liveItems';

const SLICE = { skip: 0, limit: 50 };

export default function LiveMenu() {
  const i18n = useI18n();
  return (
    <Tabs
      hover
      label={i18n._('Live')}
      className={classes.root}
      items={[
        { id: 'webinars', label: i18n._('Webinars'), content: <Webinars /> },
        { id: 'mentorships', label: i18n._('Mentorship Programs'), content: <Mentorships /> },
        { id: 'trading', label: i18n._('Live Trading Programs'), content: <Programs /> },
      ]}
    />
  );
}

function Webinars() {
  const i18n = useI18n();
  const query = useQuery(webinarList(SLICE));
  return (
    <LiveTab
      query={query}
      items={query.data?.data.map((webinar) => fromWebinar(webinar, i18n))}
      none={i18n._('Live Webinar coming soon.')}
      all={{ to: '/live-webinars', label: i18n._('View All Webinars') }}
    />
  );
}

function Mentorships() {
  const i18n = useI18n();
  const query = useQuery(mentorshipList(SLICE));
  return (
    <LiveTab
      query={query}
      items={query.data?.data.map((mentorship) => fromMentorship(mentorship, i18n))}
      none={i18n._('Live Mentorship coming soon.')}
      all={{ to: '/live-mentorships', label: i18n._('View All Mentorship Programs') }}
    />
  );
}

function Programs() {
  const i18n = useI18n();
  const query = useQuery(liveTradingList(SLICE));
  return (
    <LiveTab
      query={query}
      items={query.data?.data.map((program) => fromProgram(program, i18n))}
      none={i18n._('Live Trading coming soon.')}
      all={{ to: '/live-trading', label: i18n._('View All Live Trading Programs') }}
    />
  );
}
