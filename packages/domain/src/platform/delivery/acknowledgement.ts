import { type Failure, type Failures, fail } from '../../kernel/index.ts';

/** What stands of a delivery when its reader signs it. */
export interface Acknowledgement {
  /** What the reader is asked to acknowledge; null: nothing. */
  readonly wording: string | null;
  readonly isSuperseded: boolean;
  readonly isWithdrawn: boolean;
  readonly isAcknowledged: boolean;
  /** Whether this reader, and not one before, has opened it. */
  readonly hasOpened: boolean;
  /** Of the reader, as the firm has it. */
  readonly name: string;
  readonly typedName: string;
}

/** Why nothing is done with a document any more that the firm has taken back. */
export const withdrawn = (): Failure => fail('WRONG_STATE', [], 'Your firm has withdrawn this document.');

/** A name whatever its case, accents and blanks. */
const plain = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join(' ');

/**
 * Why a reader cannot acknowledge: nothing is asked, it was withdrawn, superseded or acknowledged already, this reader has not opened it, or another name
 * was typed.
 *
 * Fails: NOTHING_TO_ACKNOWLEDGE, WRONG_STATE, ALREADY_ACKNOWLEDGED, NOT_OPENED, NAME_DIFFERS.
 */
export function acknowledgementFailures(given: Acknowledgement): Failures {
  if (given.isWithdrawn) return [withdrawn()];
  if (given.wording === null)
    return [fail('NOTHING_TO_ACKNOWLEDGE', [], 'Your firm asks for no acknowledgement of this document.')];
  if (given.isSuperseded)
    return [fail('WRONG_STATE', [], 'A later version has taken its place. Acknowledge that one.')];
  if (given.isAcknowledged) return [fail('ALREADY_ACKNOWLEDGED', [], 'You have acknowledged this document already.')];
  if (!given.hasOpened)
    return [fail('NOT_OPENED', [], 'Open the document first: you acknowledge what you have opened yourself.')];
  return plain(given.typedName) === plain(given.name)
    ? []
    : [fail('NAME_DIFFERS', ['typedName'], `is not your name as your firm has it: ${given.name}`)];
}
