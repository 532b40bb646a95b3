import { mailChoices, notificationKinds } from '@carrara/domain/platform/mail';
import { z } from 'zod';
import { changedCount, defineEndpoints, idParams } from '../../core/endpoint.ts';
import { id, instant } from '../../core/schema.ts';

const entry = z.object({
  id: id(),
  kind: z.enum(notificationKinds),
  subject: z.string(),
  /** The address of the screen that displays it, below `#`; null if there is none. */
  link: z.string().nullable(),
  createdDate: instant(),
  readDate: instant().nullable(),
  /** The record that it is about, with its name; null if there is none, or the person may not see it. */
  record: z.object({ id: id(), type: z.string(), name: z.string() }).nullable(),
});
export type InboxEntry = z.output<typeof entry>;

const choice = z.enum(mailChoices);
const choices = z.strictObject({
  approval: choice,
  upload: choice,
  transfer: choice,
  document: choice,
  access: choice,
  token: choice,
  task: choice,
  mention: choice,
  assignment: choice,
  subscription: choice,
});

const tags = ['Inbox'];
/** A person's own inbox, which API tokens can't read or mark. */
const own = { permission: 'member', token: 'closed' } as const;
const changed = z.object({ changed: z.int() });

/** A person's own notifications, regardless of their role. */
export const inboxEndpoints = defineEndpoints({
  listInbox: {
    method: 'GET',
    path: '/api/inbox',
    summary: 'Your notifications, newest first',
    ...own,
    result: z.array(entry),
    tags,
  },
  getUnreadCount: {
    method: 'GET',
    path: '/api/inbox/unread',
    summary: 'Number of your unread notifications',
    ...own,
    result: z.object({ unread: z.int() }),
    tags,
  },
  markNotification: {
    method: 'POST',
    path: '/api/inbox/:id/read',
    summary: 'Mark one of your notifications as read or unread',
    ...own,
    params: idParams,
    body: z.strictObject({ isRead: z.boolean().default(true) }),
    result: changed,
    tags,
  },
  markNotifications: {
    method: 'POST',
    path: '/api/inbox/read',
    summary: 'Mark several of your notifications as read or unread',
    ...own,
    body: z.strictObject({ ids: z.array(id()).min(1).max(200), isRead: z.boolean() }),
    result: changedCount,
    tags,
  },
  markAllNotifications: {
    method: 'POST',
    path: '/api/inbox/read-all',
    summary: 'Mark all your notifications as read',
    ...own,
    result: changed,
    tags,
  },
  getMailChoices: {
    method: 'GET',
    path: '/api/account/mail',
    summary: 'Your email preferences by kind: immediately, daily or never',
    permission: 'signedIn',
    result: z.object({ choices, address: z.string(), isOn: z.boolean() }),
    tags: ['MailChoice'],
  },
  chooseMails: {
    method: 'POST',
    path: '/api/account/mail',
    summary: 'Set your email preferences by kind',
    permission: 'signedIn',
    body: z.strictObject({ choices }),
    result: z.object({ saved: z.boolean() }),
    tags: ['MailChoice'],
  },
});
