import { pageSettings } from './pageData';

/** Something with one start, for the forms of online calendars. */
export interface CalendarItem {
  title: string;
  host: string;
  startsAt: string;
  endsAt: string;
  /** The page of it on this site. */
  path: string;
  /** It takes place more than once, for which those forms have no room: this is the next time. */
  isNext?: boolean;
}

interface Meeting {
  title: string;
  start_date: string;
  end_date: string;
  status: string;
}

/** The item with the meeting that is on or next; null if all are over. */
export function nextMeeting(item: CalendarItem, meetings: readonly Meeting[]): CalendarItem | null {
  const held = meetings.filter(({ status }) => status !== 'cancelled');
  const next = held.find(({ status }) => status !== 'over');
  return (
    (next && {
      ...item,
      title: `${item.title}: ${next.title}`,
      startsAt: next.start_date,
      endsAt: next.end_date,
      isNext: held.length > 1,
    }) ??
    null
  );
}

const stamp = (moment: string) => new Date(moment).toISOString().replace(/[-:]|\.\d{3}/g, '');

const details = ({ host, path }: CalendarItem) => `With ${host}. ${pageSettings().siteUrl}${path}`;

export function googleCalendarUrl(item: CalendarItem): string {
  const query = new URLSearchParams({
    action: 'TEMPLATE',
    text: item.title,
    dates: `${stamp(item.startsAt)}/${stamp(item.endsAt)}`,
    ctz: 'Asia/Kolkata',
    details: details(item),
  });
  return `https://calendar.google.com/calendar/render?${query}`;
}

export function outlookUrl(item: CalendarItem): string {
  const query = new URLSearchParams({
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: item.title,
    startdt: item.startsAt,
    enddt: item.endsAt,
    body: details(item),
  });
  // Outlook shows a plus sign for a blank that is written as one.
  return `https://outlook.live.com/calendar/0/deeplink/compose?${String(query).replaceAll('+', '%20')}`;
}

/** Where online calendars subscribe to a feed. */
export const feedLinks = (url: string) => ({
  // Google takes no https address here.
  google: `https://calendar.google.com/calendar/r?${new URLSearchParams({ cid: webcal(url) })}`,
  outlook: `https://outlook.live.com/calendar/0/addfromweb?${new URLSearchParams({ url })}`,
  app: webcal(url),
});

const webcal = (url: string) => url.replace(/^https?:/, 'webcal:');
