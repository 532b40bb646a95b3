import { parseSender } from './sender.ts';

/** A mail ready to send. */
export interface Mail {
  /** The same for every attempt, so that the receiver recognizes a repetition. */
  readonly messageId: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Sends mail through a mail server. */
export interface Mailer {
  /** Resolves with the server's response if it accepted the mail. Rejects if it didn't, or if that is unknown. */
  send(mail: Mail): Promise<string>;
}

export interface SmtpMailerOptions {
  /** `smtp://` or `smtps://` with login and password. The query can hold further nodemailer options. */
  readonly url: string;
  /** Sender of the mails. */
  readonly from: string;
  /** Timeout for connecting and for the server's greeting. */
  readonly patienceMs?: number;
  /**
   * Timeout for later silence. A server may scan a mail for minutes before it responds, and giving up too early sends
   * the mail twice.
   */
  readonly silenceMs?: number;
}

/** Creates an SMTP mailer with one connection per mail, so that only this program decides what is sent again. */
export function createSmtpMailer({ url, from, patienceMs = 30_000, silenceMs = 600_000 }: SmtpMailerOptions): Mailer {
  const opening = async () => {
    const { createTransport } = await import('nodemailer');
    return createTransport(
      {
        url,
        connectionTimeout: patienceMs,
        greetingTimeout: patienceMs,
        socketTimeout: silenceMs,
        // Mails contain only what is passed in. Nothing is fetched.
        disableFileAccess: true,
        disableUrlAccess: true,
      },
      // Marks the mail as automatic, so that other machines don't reply to it.
      { from: parseSender(from) ?? from, headers: { 'Auto-Submitted': 'auto-generated' } },
    );
  };
  let transport: ReturnType<typeof opening> | undefined;
  return {
    async send({ messageId, to, subject, text, html }) {
      transport ??= opening();
      const sent = await (await transport).sendMail({ messageId, to: { name: '', address: to }, subject, text, html });
      return sent.response;
    },
  };
}
