export {
  listInbox,
  notify,
  notifyLinked,
  readInbox,
  settleRequest as settleAsked,
  unreadCount,
} from './notifications.ts';
export { mailChoicesOf, chooseMails } from './mailChoices.ts';
