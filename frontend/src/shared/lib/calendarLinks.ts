import { pageSettings } from './pageData';

/** Something with one start, for the forms of online calendars. */
export interface CalendarItem {
  title: string;
  host: string;
  startsAt: string;
  endsAt: string;
  /** The page of it on this site. */
  path: string;
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
