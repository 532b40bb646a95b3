import { type Failure, type Failures, fail } from '../../kernel/index.ts';

/** The state of a delivery when its reader signs it. */
export interface Acknowledgment {
  /** The text to acknowledge; null if there is none. */
  readonly wording: string | null;
  readonly isSuperseded: boolean;
  readonly isWithdrawn: boolean;
  readonly isAcknowledged: boolean;
  /** True if this reader has opened it. Openings by earlier readers don't count. */
  readonly hasOpened: boolean;
  /** The reader's name in the firm's records. */
  readonly name: string;
  readonly typedName: string;
}

/** Returns the failure for a document that the firm has withdrawn. */
export const documentWithdrawn = (): Failure => fail('WRONG_STATE', [], 'Your firm has withdrawn this document.');

/** Normalizes a name: ignores case, accents and spaces. */
const plain = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join(' ');

/**
 * Returns the reasons why a reader can't acknowledge a document. There is nothing to acknowledge, or it was
 * withdrawn, superseded or already acknowledged, or this reader hasn't opened it, or a different name was typed.
 *
 * Fails: NOTHING_TO_ACKNOWLEDGE, WRONG_STATE, ALREADY_ACKNOWLEDGED, NOT_OPENED, NAME_DIFFERS.
 */
export function acknowledgmentFailures(acknowledgment: Acknowledgment): Failures {
  if (acknowledgment.isWithdrawn) return [documentWithdrawn()];
  if (acknowledgment.wording === null)
    return [fail('NOTHING_TO_ACKNOWLEDGE', [], 'Your firm doesn’t ask you to acknowledge this document.')];
  if (acknowledgment.isSuperseded)
    return [fail('WRONG_STATE', [], 'A later version has replaced this document. Acknowledge that one.')];
  if (acknowledgment.isAcknowledged)
    return [fail('ALREADY_ACKNOWLEDGED', [], 'You have already acknowledged this document.')];
  if (!acknowledgment.hasOpened)
    return [fail('NOT_OPENED', [], 'Open the document yourself before you acknowledge it.')];
  return plain(acknowledgment.typedName) === plain(acknowledgment.name)
    ? []
    : [fail('NAME_DIFFERS', ['typedName'], `must match your name in your firm’s records: ${acknowledgment.name}`)];
}
