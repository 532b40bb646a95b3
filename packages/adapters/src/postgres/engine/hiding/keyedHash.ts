import type { Transaction } from '../unitOfWork/transaction.ts';

type Values = Readonly<Record<string, unknown>>;

const block = 64;
const padded = (key: Buffer, byte: number): Buffer =>
  Buffer.from(Array.from({ length: block }, (_, at) => (key[at] ?? 0) ^ byte));

/**
 * Adds the keys for hiding people to a query's parameters: the firm's secret for this purpose, in the form that `keyedHash`
 * needs. Adds nothing if nobody is hidden, so that the secret isn't sent where it isn't needed.
 */
export function withHidingKeys(tx: Transaction, purpose: string, values: Values): Values {
  if (values['redactName'] !== true) return values;
  const key = tx.secret(`hide people: ${purpose}`);
  return { ...values, hideInner: padded(key, 0x36), hideOuter: padded(key, 0x5c) };
}

/**
 * Returns SQL for the HMAC-SHA256 of a text under the secret from `withHidingKeys`, or null without it. People's substitutes
 * and their order derive from this alone. Somebody who knows the text and this code can't compute it.
 */
export const keyedHash = (text: string): string =>
  `sha256(:hideOuter::bytea || sha256(:hideInner::bytea || convert_to(${text}, 'UTF8')))`;

/** Returns SQL for a substitute id. It belongs to no record, and the same request gives the same one. */
export const hiddenId = (text: string): string => `encode(substring(${keyedHash(text)} FOR 16), 'hex')::uuid`;
