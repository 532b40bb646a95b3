export { createSmtpMailer, type Letter, type Mailer } from './smtpMailer.ts';
