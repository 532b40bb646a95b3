export {
  listInbox,
  notify,
  notifyLinked,
  readInbox,
  settleAsked,
  unreadCount,
} from './notifications.ts';
export { mailChoicesOf, chooseMails } from './mailChoices.ts';
