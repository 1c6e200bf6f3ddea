/** The footer's pages, by column; the server's twin is templates/parts/footer.html. */
export interface PageLink {
  label: string;
  to: string;
}

export const LEARN: readonly PageLink[] = [
  { label: 'Courses', to: '/courses' },
  { label: 'Live mentorships', to: '/live-mentorships' },
  { label: 'Webinars', to: '/' },
  { label: 'FAQ', to: '/#faq' },
];

export const COMPANY: readonly PageLink[] = [
  { label: 'About us', to: '/about-us' },
  { label: 'Contact', to: '/contact' },
  { label: 'Privacy policy', to: '/privacy-policy' },
  { label: 'Terms & conditions', to: '/terms&conditions' },
  { label: 'Refund policy', to: '/refund-policy' },
  { label: 'Accessibility', to: '/accessibility' },
];

export const INVESTORS: readonly PageLink[] = [
  { label: 'Investor charter', to: '/investor-charter' },
  { label: 'Complaints', to: '/complaints' },
  { label: 'Grievance redressal', to: '/grievance-redressal' },
  { label: 'Audit', to: '/audit' },
  { label: 'Anti-money laundering', to: '/anti-laundering' },
];

export const DISCLOSURES: readonly PageLink[] = [
  { label: 'Disclosure on advice', to: '/mobile/disclosure-advice' },
  { label: 'SEBI IA registration', to: '/mobile/SEBI-IA-Registration' },
  { label: 'Advisory agreement', to: '/mobile/Advisory-Agreement' },
  { label: 'SEBI investor charter', to: '/mobile/SEBI-Investor-charter' },
];
