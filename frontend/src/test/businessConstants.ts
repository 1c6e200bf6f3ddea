import type { PageSettings } from '../shared/lib/pageData';

const [MINUTE, HOUR, DAY] = [60, 3600, 86_400];

/** As the server writes them into every page. */
export const businessConstants: Pick<
  PageSettings,
  'languageNote' | 'siteUrl' | 'gstPercent' | 'refundTime' | 'figures'
> = {
  languageNote: 'अभी सिर्फ़ मेन्यू और लॉग-इन हिंदी में',
  siteUrl: 'https://rally.test',
  gstPercent: 18,
  refundTime: '5 to 7 working days',
  figures: {
    joinOpensBefore: 15 * MINUTE,
    changeDeadline: 4 * HOUR,
    creditValidity: 90 * DAY,
    cartLifetime: 30 * MINUTE,
    holdDuration: 15 * MINUTE,
    seatOffer: 30 * MINUTE,
    refundPromise: 10 * DAY,
    otpValidity: 5 * MINUTE,
    trialLength: 7 * DAY,
    mobileChangeDelay: 24 * HOUR,
    lostNumberDelay: 72 * HOUR,
    marketDataDelay: 30 * DAY,
    grievanceReply: 21 * DAY,
  },
};
