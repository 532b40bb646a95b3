import { err, type Failures, fail, ok, type Result } from '../../kernel/index.ts';

const noServer = () =>
  err([
    fail('NO_MAIL_SERVER', [], 'This installation has no mail server. Ask the operator to set SMTP_URL and MAIL_FROM.'),
  ]);

/** Decides whether a person can be mailed a test message, and returns the address. Fails: NO_MAIL_SERVER, NO_ADDRESS. */
export function decideTestMail(hasServer: boolean, address: string): Result<string, Failures> {
  if (!hasServer) return noServer();
  return address === '' ? err([fail('NO_ADDRESS', [], 'Your account has no e-mail address.')]) : ok(address);
}

/** Decides whether a mail can be tried again. Fails: NO_MAIL_SERVER, NOT_FOUND. */
export function decideMailRetry(hasServer: boolean, exists: boolean): Result<true, Failures> {
  if (!hasServer) return noServer();
  return exists ? ok(true) : err([fail('NOT_FOUND', ['id'], 'There is no such mail.')]);
}
