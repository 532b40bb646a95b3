export { hasMail, mailList, type NewMail, queueMail, retryMail } from './mails.ts';
export {
  acceptMail,
  beatMail,
  claimMail,
  type ClaimedMail,
  failMail,
  mailCounts,
  mailDueNotifications,
  postponeMail,
  pruneMails,
} from './sending.ts';
