export const settingsKeys = {
  consents: ['consents'] as const,
  devices: ['devices'] as const,
  messages: ['messages'] as const,
  mobileChange: ['mobile-change'] as const,
  erasure: ['erasure'] as const,
};
