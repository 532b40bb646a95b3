import { type AddressObject, type ParsedMail, simpleParser } from 'mailparser';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { callbackify } from 'node:util';
import { setTimeout as pause } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';

interface ReceivedMail {
  readonly messageId: string;
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Links in its text. */
  readonly links: readonly string[];
}

/** Time that a slow server takes per mail. */
const slowMs = 2_000;

/**
 * Behavior for incoming mails: accepts them, refuses them temporarily, is slow, or closes the connection after a mail
 * without a response.
 */
type Behavior = 'takes' | 'refuses' | 'slow' | 'closes';

/** A mail server that stores received mails. */
export interface MailReceiver {
  /** Address for SMTP_URL. */
  readonly url: string;
  /** Accepted mails in order. */
  readonly mails: readonly ReceivedMail[];
  /** Sets the behavior from now on. */
  behave(as: Behavior): void;
  readonly offered: number;
  stop(): Promise<void>;
}

/** Starts a mail server on a free local port. With `tls`, it uses implicit TLS with a self-signed certificate. */
export async function startMailReceiver({ tls = false }: { readonly tls?: boolean } = {}): Promise<MailReceiver> {
  const mails: ReceivedMail[] = [];
  let behavior: Behavior = 'takes';
  let offered = 0;
  /** Resolves when the mail was accepted, and never if the connection is closed. */
  const receive = async (stream: Readable, _session: unknown): Promise<void> => {
    offered += 1;
    const how = behavior;
    const mail = await simpleParser(stream);
    if (how === 'refuses') throw Object.assign(new Error('Come back later'), { responseCode: 451 });
    if (how === 'closes') {
      for (const connection of server.connections) (connection as typeof connection & Connection)._socket.destroy();
      return new Promise(() => undefined);
    }
    if (how === 'slow') await pause(slowMs);
    mails.push(received(mail));
  };
  const server = new SMTPServer({
    secure: tls,
    authOptional: true,
    disabledCommands: tls ? [] : ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    onData: callbackify(receive),
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: tls ? `smtps://127.0.0.1:${port}/?tls.rejectUnauthorized=false` : `smtp://127.0.0.1:${port}`,
    mails,
    behave: (as) => void (behavior = as),
    get offered() {
      return offered;
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** A connection of the server, which its types don't describe. */
interface Connection {
  readonly _socket: { destroy(): void };
}

const addressOf = (addresses: AddressObject | AddressObject[] | undefined): string =>
  (Array.isArray(addresses) ? addresses[0] : addresses)?.text ?? '';

function received({ messageId, from, to, subject, text = '', html }: ParsedMail): ReceivedMail {
  return {
    messageId: messageId ?? '',
    from: addressOf(from),
    to: addressOf(to),
    subject: subject ?? '',
    text,
    html: html || '',
    links: text.match(/https?:\/\/\S+#\S+/g) ?? [],
  };
}
