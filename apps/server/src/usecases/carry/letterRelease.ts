import {
  loadDisplayedHead,
  lockWithReversal,
  type DisplayedHead,
} from '@carrara/adapters/postgres/carry/distribution/head';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { deliver, type DeliveredFile } from '@carrara/adapters/postgres/platform/delivery/deliver';
import type { LetterTemplate } from '@carrara/domain/carry/letterTemplate';
import { err, fail, ok, zip } from '@carrara/domain/kernel';
import type { RequestContext } from '../../core/operations.ts';
import { reserveSpace, type Storage, type StoredFiles } from '../../files/storeFiles.ts';
import type { Outcome } from '../outcome.ts';
import { listProblems } from './displayedRemarks.ts';

/** A paid run with the final bytes of its letters. */
export interface CreatedLetters {
  readonly name: string;
  /** The distribution that it reverses. */
  readonly reverses: string | undefined;
  readonly letters: readonly Omit<DeliveredFile, 'mimeType' | 'storageKey'>[];
  readonly template: LetterTemplate;
  readonly stored: StoredFiles;
}

/**
 * Returns a run whose participants can be informed of their amounts.
 *
 * Fails: NOT_FOUND, NOT_DETERMINED (a draft with a source that can't be computed).
 */
export async function runWithLetters(tx: Transaction, id: string): Outcome<DisplayedHead> {
  const head = await loadDisplayedHead(tx, id);
  if (!head) return err([fail('NOT_FOUND', ['id'], 'Distribution not found')]);
  if (head.isDetermined) return ok(head);
  const reasons = [...new Set(listProblems(head).map(({ message }) => message))].join(' ');
  return err([fail('NOT_DETERMINED', [], `The amounts are not determined. ${reasons}`.trim())]);
}

/**
 * Returns a run whose letters can be released.
 *
 * Fails: WRONG_STATE, ALREADY_REVERSED (its letters announce a payment that was undone), and as `runWithLetters`.
 */
export async function runToRelease(tx: Transaction, id: string): Outcome<DisplayedHead> {
  const found = await runWithLetters(tx, id);
  if (found.isErr()) return found;
  const { status, reversedBy } = found.value;
  if (status.code !== 'DISB')
    return err([fail('WRONG_STATE', [], 'Disburse the distribution before you release its letters.')]);
  if (!reversedBy?.isDisbursed) return found;
  const text = `This distribution was reversed by ${reversedBy.name}. Release the letters of the reversal instead.`;
  return err([fail('ALREADY_REVERSED', [], text)]);
}

/**
 * Releases stored letters to their recipients and returns the id of the delivery. `wording` must be acknowledged by them, unless it is null.
 *
 * Fails: as `runToRelease`, and if the firm has no room left for the files.
 */
export async function releaseLetters(
  { tx, client }: RequestContext,
  storage: Storage,
  id: string,
  { name, reverses, letters, template, stored }: CreatedLetters,
  wording: string | null,
): Outcome {
  // The run may have been reversed while the letters were created, or may be at this moment.
  await lockWithReversal(tx, id);
  const found = await runToRelease(tx, id);
  if (found.isErr()) return err(found.error);
  const room = await reserveSpace(tx, storage, stored);
  if (room.isErr()) return err(room.error);

  const files = zip(letters, stored.keys).map(
    ([{ participantId, fileName, sizeBytes, sha256 }, storageKey]): DeliveredFile => {
      return { participantId, fileName, mimeType: 'application/pdf', sizeBytes, sha256, storageKey };
    },
  );
  const release = {
    kind: 'LETTER',
    objectId: id,
    name,
    wording,
    letterTemplate: template,
    files,
    insteadOf: reverses,
  } as const;
  return ok((await deliver(tx, release, client.address)).id);
}
