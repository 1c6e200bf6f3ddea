import { daysText, timesText } from '../../features/live/lib/programTexts';
import type { LiveTradingCard, MentorshipCard, WebinarCard } from '../../features/live/queries';
import { dayKey, formatDay, formatTimeRange } from '../../shared/lib/dates';
import type { I18n } from '../../shared/lib/i18n';
import type { storeSelectedId } from '../../shared/lib/selection';

/** An item of the Live menu: a webinar, a mentorship or a trading program. */
export interface LiveItem {
  id: string;
  title: string;
  to: string;
  banner: string;
  days: string;
  times: string;
  person: string;
  savedAs: Parameters<typeof storeSelectedId>[0];
  /** When it is live; none for a program, which has many sessions. */
  spans: readonly { start: string; end: string }[];
  /** When it leaves the menu; null for a program. */
  end: string | null;
}

export function fromWebinar(webinar: WebinarCard, i18n: I18n): LiveItem {
  const span = { start: webinar.webinarTime, end: webinar.webinarEndTime };
  return {
    id: webinar._id,
    title: webinar.title,
    to: `/live-webinars/${webinar.weburlname}`,
    banner: webinar.smallBanner,
    days: formatDay(span.start, i18n),
    times: formatTimeRange(span.start, span.end),
    person: webinar.hostProfilename,
    savedAs: 'selectedWebinar',
    spans: [span],
    end: span.end,
  };
}

export function fromMentorship(mentorship: MentorshipCard, i18n: I18n): LiveItem {
  const span = { start: mentorship.start_date, end: mentorship.end_date };
  return {
    id: mentorship._id,
    title: mentorship.title,
    to: `/live-mentorships/${mentorship.weburlname}`,
    banner: mentorship.smallBanner,
    days: daysOf(span, i18n),
    times: formatTimeRange(span.start, span.end),
    person: mentorship.mentor_details.name,
    savedAs: 'selectedMentorship',
    spans: mentorship.meetingTimes,
    end: span.end,
  };
}

export function fromProgram(program: LiveTradingCard, i18n: I18n): LiveItem {
  return {
    id: program._id,
    title: program.title,
    to: `/live-trading/${program.weburlname}`,
    banner: program.smallBanner,
    days: daysText(program, i18n),
    times: timesText(program, i18n),
    person: program.mentor_details.name,
    savedAs: 'selectedLiveTrading',
    spans: [],
    end: null,
  };
}

function daysOf({ start, end }: { start: string; end: string }, i18n: I18n): string {
  const [from, to] = [formatDay(start, i18n), formatDay(end, i18n)];
  return dayKey(start) === dayKey(end) ? from : `${from} – ${to}`;
}
