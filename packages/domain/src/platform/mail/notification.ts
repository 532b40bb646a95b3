/** What a person is told about. */
export const notificationKinds = ['approval', 'upload', 'transfer', 'document', 'access', 'token', 'task'] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** How a kind is said to a person. */
export const notificationTitles: Readonly<Record<NotificationKind, string>> = {
  approval: 'Approvals',
  upload: 'Uploads',
  transfer: 'Links and data transfers',
  document: 'Documents for me',
  access: 'My account and pay access',
  token: 'API tokens',
  task: 'Long work',
};

/** When a mail tells of it: at once, once a day, or never. The inbox has it whatever is chosen. */
export const mailChoices = ['ONCE', 'DAILY', 'NEVER'] as const;
export type MailChoice = (typeof mailChoices)[number];
export type MailChoices = Readonly<Record<NotificationKind, MailChoice>>;

/** What holds for who has chosen nothing: at once what waits for the person, never what one has set going oneself. */
export const initialMailChoices: MailChoices = {
  approval: 'ONCE',
  upload: 'NEVER',
  transfer: 'ONCE',
  document: 'ONCE',
  access: 'ONCE',
  token: 'ONCE',
  task: 'NEVER',
};

/** The hour of the firm's day at which the mail of the day leaves. */
export const dailyMailHour = 7;
