import type { Transaction } from '../unitOfWork/index.ts';

type Values = Readonly<Record<string, unknown>>;

const block = 64;
const padded = (key: Buffer, byte: number): Buffer =>
  Buffer.from(Array.from({ length: block }, (_, at) => (key[at] ?? 0) ^ byte));

/**
 * What an answer that hides people is asked with beside its parameters: the firm's secret for this purpose, as `keyed` takes it. Nothing where
 * nobody is hidden, so that the secret goes nowhere that does not need it.
 */
export function hiding(tx: Transaction, purpose: string, values: Values): Values {
  if (values['redactName'] !== true) return values;
  const key = tx.secret(`hide people: ${purpose}`);
  return { ...values, hideInner: padded(key, 0x36), hideOuter: padded(key, 0x5c) };
}

/**
 * HMAC-SHA256 of a text under the secret of `hiding`; without that null. Who knows the text, and this code, cannot make it: what stands for a
 * person, and the order that people are numbered in, follows from it alone.
 */
export const keyed = (text: string): string =>
  `sha256(:hideOuter::bytea || sha256(:hideInner::bytea || convert_to(${text}, 'UTF8')))`;

/** An id that stands for one that is hidden: that of no record, and the same whenever the same is asked. */
export const hiddenId = (text: string): string => `encode(substring(${keyed(text)} FOR 16), 'hex')::uuid`;
