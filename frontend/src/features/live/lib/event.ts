import type { ApiResponse } from '../../../shared/api/client';
import type { Occasion } from '../../../shared/lib/clashes';

export type WebinarDetail = ApiResponse<'/api/learning/webwebinarV1/{key}', 'get'>['data'];
export type MentorshipDetail = ApiResponse<'/api/mentorship/users/{key}', 'get'>['data'];

/** A webinar or a mentorship, for the detail page. */
export interface LiveEvent {
  kind: 'webinar' | 'mentorship';
  id: string;
  weburlname: string;
  title: string;
  description: string;
  language: string;
  /** The title of its category. */
  category: string | null;
  banner: string;
  start: string;
  end: string;
  host: WebinarDetail['host'];
  agenda: readonly string[];
  meetings: MentorshipDetail['meetings'];
  /** How a mentorship meets; empty for a webinar. */
  pattern: string;
  /** The size of its group and what is left of it, to come after the times. */
  group: string;
  /** When its meetings are. */
  times: readonly Occasion[];
  price: number;
  markup: number | null;
  priceWithGst: number | null;
  markupPriceWithGst: number | null;
  isBooked: boolean;
  status: WebinarDetail['status'];
  offer: WebinarDetail['offer'];
  waitlist: WebinarDetail['waitlist'];
  joinOpensAt: string;
  /** Set if it is worth showing. */
  fewSeatsLeft: number | null;
  calledOff: { reason: string } | null;
  joinUrl: string | null;
  recordingUrl: string | null;
}

type Shared = Pick<
  WebinarDetail & MentorshipDetail,
  | 'title'
  | 'weburlname'
  | 'language'
  | 'category'
  | 'agenda'
  | 'price'
  | 'priceWithGst'
  | 'markupPriceWithGst'
  | 'isBooked'
  | 'status'
  | 'offer'
  | 'waitlist'
  | 'joinOpensAt'
  | 'fewSeatsLeft'
  | 'calledOff'
  | 'joinUrl'
  | 'recordingUrl'
  | 'meetings'
>;

function shared(detail: WebinarDetail | MentorshipDetail) {
  const { _id: id, long_description: description, markup_price: markup } = detail;
  const { title, weburlname, language, category, agenda, isBooked, calledOff, waitlist }: Shared = detail;
  const { price, priceWithGst, markupPriceWithGst }: Shared = detail;
  const { status, offer, joinOpensAt, fewSeatsLeft, joinUrl, recordingUrl, meetings }: Shared = detail;
  const times = meetings
    .filter((one) => one.status !== 'cancelled')
    .map((one) => ({ id, start: one.start_date, end: one.end_date }));
  return {
    times,
    ...{ id, description, markup, title, weburlname, language, category, agenda },
    ...{ price, priceWithGst, markupPriceWithGst },
    ...{ isBooked, calledOff, waitlist },
    ...{ status, offer, joinOpensAt, fewSeatsLeft, joinUrl, recordingUrl, meetings },
  };
}

export const fromWebinar = (webinar: WebinarDetail): LiveEvent => ({
  ...shared(webinar),
  kind: 'webinar',
  banner: webinar.bannerImageUrl,
  start: webinar.webinarTime,
  end: webinar.webinarEndTime,
  host: webinar.host,
  pattern: '',
  group: '',
});

export const fromMentorship = (mentorship: MentorshipDetail): LiveEvent => ({
  ...shared(mentorship),
  kind: 'mentorship',
  banner: mentorship.mentorbannerurl,
  start: mentorship.start_date,
  end: mentorship.end_date,
  host: mentorship.mentor_details,
  pattern: mentorship.meetingsSummary,
  group: groupText(mentorship),
});

/** ', group of 12, 4 places left' */
function groupText({ capacity, seatsLeft, status }: MentorshipDetail): string {
  const isAhead = status === 'planned' || status === 'live';
  const places = seatsLeft === 1 ? '1 place left' : `${seatsLeft} places left`;
  return [
    '',
    capacity !== null && `group of ${capacity}`,
    isAhead && seatsLeft !== null && seatsLeft > 0 && places,
  ]
    .filter((part) => part !== false)
    .join(', ');
}
