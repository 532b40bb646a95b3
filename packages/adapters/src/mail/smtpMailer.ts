/** A mail as it leaves. */
export interface Letter {
  /** The same for every try, so that a receiver knows a repetition. */
  readonly messageId: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Hands mails to a mail server. */
export interface Mailer {
  /** Resolves with the words in which the server has accepted it; rejects where it has not, or nothing is known of it. */
  send(letter: Letter): Promise<string>;
}

export interface SmtpMailerOptions {
  /** `smtp://` or `smtps://`, with login and password, and further options of nodemailer as its query. */
  readonly url: string;
  /** Who a mail says it is from. */
  readonly from: string;
  /** How long the server may take to take the connection, and to greet. */
  readonly patienceMs?: number;
  /** How long it may then be silent: what has the mail already may look into it for minutes before it says so, and one that is left too early gets it again. */
  readonly silenceMs?: number;
}

/** A mailer over SMTP: a connection for each mail, so that nothing but this program decides what is sent again. */
export function createSmtpMailer({ url, from, patienceMs = 30_000, silenceMs = 600_000 }: SmtpMailerOptions): Mailer {
  const opening = async () => {
    const { createTransport } = await import('nodemailer');
    return createTransport(
      {
        url,
        connectionTimeout: patienceMs,
        greetingTimeout: patienceMs,
        socketTimeout: silenceMs,
        // A mail is made of what is given here: nothing of it is fetched.
        disableFileAccess: true,
        disableUrlAccess: true,
      },
      // Says to other machines that a machine wrote it, so that none answers it.
      { from, headers: { 'Auto-Submitted': 'auto-generated' } },
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
