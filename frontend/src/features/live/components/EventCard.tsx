import { formatDay, formatTimeRange, isBetween } from '../../../shared/lib/dates';
import { remember } from '../../../shared/lib/selection';
import { AppLink } from '../../../shared/ui/AppLink';
import { Badge } from '../../../shared/ui/Badge';
import { Card, cardLink } from '../../../shared/ui/Card';
import { Price } from '../../../shared/ui/Price';
import type { LiveTradingCard, MentorshipCard, WebinarCard } from '../queries';
import classes from './EventCard.module.css';

interface Props {
  to: string;
  banner: string;
  title: string;
  host: string;
  day: string;
  times: string;
  isLive?: boolean;
  price: { offer: number; markup: number | null } | null;
  onOpen: () => void;
}

/** Something that happens at a time. The server writes the same markup: templates/parts/event_card.html. */
function EventCard({ to, banner, title, host, day, times, isLive = false, price, onOpen }: Props) {
  return (
    <Card element="article" padding="none" interactive className={classes.root}>
      <img className={classes.banner} src={banner} width={320} height={320} alt="" loading="lazy" />
      <div className={classes.body}>
        <p className={`${classes.when} tabular`}>
          <span>{day}</span>
          {isLive && <Badge tone="live">LIVE</Badge>}
        </p>
        <h3 className={classes.title}>
          <AppLink className={cardLink} to={to} onClick={onOpen}>
            {title}
          </AppLink>
        </h3>
        <p className={`${classes.times} tabular`}>{times}</p>
        <p className={classes.host}>{host}</p>
        {price && (
          <p className={classes.price}>
            <Price offer={price.offer} markup={price.markup} />
          </p>
        )}
      </div>
    </Card>
  );
}

export function WebinarEvent({ webinar, now }: { webinar: WebinarCard; now: number }) {
  const { webinarTime, webinarEndTime } = webinar;
  return (
    <EventCard
      to={`/live-webinars/${webinar.weburlname}`}
      banner={webinar.smallBanner}
      title={webinar.title}
      host={webinar.hostProfilename}
      day={formatDay(webinarTime)}
      times={formatTimeRange(webinarTime, webinarEndTime)}
      isLive={isBetween(now, webinarTime, webinarEndTime)}
      price={{ offer: webinar.price, markup: webinar.markup_price }}
      onOpen={() => remember('selectedWebinar', webinar._id)}
    />
  );
}

export function MentorshipEvent({ mentorship, now }: { mentorship: MentorshipCard; now: number }) {
  const { start_date, end_date } = mentorship;
  return (
    <EventCard
      to={`/live-mentorships/${mentorship.weburlname}`}
      banner={mentorship.smallBanner}
      title={mentorship.title}
      host={mentorship.mentor_details.name}
      day={`${formatDay(start_date)} – ${formatDay(end_date)}`}
      times={formatTimeRange(start_date, end_date)}
      isLive={isBetween(now, start_date, end_date)}
      price={{ offer: mentorship.price, markup: mentorship.markup_price }}
      onOpen={() => remember('selectedMentorship', mentorship._id)}
    />
  );
}

export function ProgramEvent({ program }: { program: LiveTradingCard }) {
  const [first] = program.programSessions;
  const from = Math.min(...program.programSessions.map(({ basePricePerSession }) => basePricePerSession));
  return (
    <EventCard
      to={`/live-trading/${program.weburlname}`}
      banner={program.smallBanner}
      title={program.title}
      host={program.mentor_details.name}
      day={first ? `${formatDay(first.date)} onwards` : 'Dates to be announced'}
      times={first ? formatTimeRange(first.date, first.endDate) : ''}
      price={first ? { offer: from, markup: null } : null}
      onOpen={() => remember('selectedLiveTrading', program._id)}
    />
  );
}
