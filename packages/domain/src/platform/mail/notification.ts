export const notificationKinds = [
  'approval',
  'upload',
  'transfer',
  'document',
  'access',
  'token',
  'task',
  'mention',
  'assignment',
  'subscription',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** The display name of each kind. */
export const notificationTitles: Readonly<Record<NotificationKind, string>> = {
  approval: 'Approvals',
  upload: 'Uploads',
  transfer: 'Links and data transfers',
  document: 'Documents for me',
  access: 'My account and pay access',
  token: 'API tokens',
  task: 'Background jobs',
  mention: 'Mentions and replies',
  assignment: 'Tasks',
  subscription: 'Subscriptions',
};

/** The mail frequency of a kind: at once, once a day, or never. The inbox shows notifications in any case. */
export const mailChoices = ['ONCE', 'DAILY', 'NEVER'] as const;
export type MailChoice = (typeof mailChoices)[number];
export type MailChoices = Readonly<Record<NotificationKind, MailChoice>>;

/** The defaults: mail at once about things that wait for the person, never about things the person started. */
export const initialMailChoices: MailChoices = {
  approval: 'ONCE',
  upload: 'NEVER',
  transfer: 'ONCE',
  document: 'ONCE',
  access: 'ONCE',
  token: 'ONCE',
  task: 'NEVER',
  mention: 'ONCE',
  assignment: 'ONCE',
  subscription: 'ONCE',
};

/** The texts of notifications that many people get at once. */
export const tokenEnds = (name: string, day: string): string =>
  `The API token ${name} is worth nothing after ${day}. Make its program another one in time.`;
export const mailFailed = (address: string): string => `A mail to ${address} could not be sent.`;
/** Returns the subject of a mail with several notifications. */
export const severalNotifications = (count: string, firm: string): string => `${count} notifications from ${firm}`;

/** The hour of the firm's local day at which the daily mail is sent. */
export const dailyMailHour = 7;
