export { listInbox, notify, type Notice, readInbox, unreadCount } from './notifications.ts';
export { mailChoicesOf, chooseMails } from './mailChoices.ts';
