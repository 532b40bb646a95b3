export {
  type LinkNotice,
  listInbox,
  notify,
  type Notice,
  notifyLinked,
  readInbox,
  settleAsked,
  unreadCount,
} from './notifications.ts';
export { mailChoicesOf, chooseMails } from './mailChoices.ts';
