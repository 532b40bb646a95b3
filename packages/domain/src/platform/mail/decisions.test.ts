import { expect, it } from 'vitest';
import { decideMailRetry, decideTestMail } from './index.ts';

it('mail needs a server, and an address or a mail to retry', () => {
  expect(decideTestMail(true, 'ann@example.com')._unsafeUnwrap()).toBe('ann@example.com');
  expect(decideMailRetry(true, true).isOk()).toBe(true);
  const refusals = [
    decideTestMail(false, ''),
    decideTestMail(true, ''),
    decideMailRetry(false, false),
    decideMailRetry(true, false),
  ];
  expect(refusals.map((refusal) => refusal._unsafeUnwrapErr()[0]?.code)).toEqual([
    'NO_MAIL_SERVER',
    'NO_ADDRESS',
    'NO_MAIL_SERVER',
    'NOT_FOUND',
  ]);
});
