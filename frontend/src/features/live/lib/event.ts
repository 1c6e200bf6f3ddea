import type { ApiResponse } from '../../../shared/api/client';

export type WebinarDetail = ApiResponse<'/api/learning/webwebinarV1/{key}', 'get'>['data'];
export type MentorshipDetail = ApiResponse<'/api/mentorship/users/{key}', 'get'>['data'];

/** A webinar or a mentorship, for the detail page. */
export interface LiveEvent {
  kind: 'webinar' | 'mentorship';
  id: string;
  weburlname: string;
  title: string;
  description: string;
  banner: string;
  start: string;
  end: string;
  host: WebinarDetail['host'];
  agenda: readonly string[];
  schedule: readonly string[];
  price: number;
  markup: number | null;
  isBooked: boolean;
  status: WebinarDetail['status'];
  offer: WebinarDetail['offer'];
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
  | 'agenda'
  | 'price'
  | 'isBooked'
  | 'status'
  | 'offer'
  | 'joinOpensAt'
  | 'fewSeatsLeft'
  | 'calledOff'
  | 'joinUrl'
  | 'recordingUrl'
>;

function shared(detail: WebinarDetail | MentorshipDetail) {
  const { _id: id, long_description: description, markup_price: markup } = detail;
  const { title, weburlname, agenda, price, isBooked, calledOff }: Shared = detail;
  const { status, offer, joinOpensAt, fewSeatsLeft, joinUrl, recordingUrl }: Shared = detail;
  return {
    ...{ id, description, markup, title, weburlname, agenda, price, isBooked, calledOff },
    ...{ status, offer, joinOpensAt, fewSeatsLeft, joinUrl, recordingUrl },
  };
}

export const fromWebinar = (webinar: WebinarDetail): LiveEvent => ({
  ...shared(webinar),
  kind: 'webinar',
  banner: webinar.bannerImageUrl,
  start: webinar.webinarTime,
  end: webinar.webinarEndTime,
  host: webinar.host,
  schedule: [],
});

export const fromMentorship = (mentorship: MentorshipDetail): LiveEvent => ({
  ...shared(mentorship),
  kind: 'mentorship',
  banner: mentorship.mentorbannerurl,
  start: mentorship.start_date,
  end: mentorship.end_date,
  host: mentorship.mentor_details,
  schedule: mentorship.schedule,
});
