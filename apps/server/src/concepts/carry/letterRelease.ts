import { lockWithReversal, type ShownHead } from '@carrara/adapters/postgres/carry/distribution';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork';
import { deliver, type DeliveredFile } from '@carrara/adapters/postgres/platform/delivery';
import type { letterReleaseEndpoints } from '@carrara/contract/carry/letterRelease';
import { wordingOf } from '@carrara/contract/platform/delivery';
import type { LetterTemplate } from '@carrara/domain/carry/letterTemplate';
import { err, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { runWithLetters } from '../../letters/letterFacts.ts';
import { type LetterOrder, letterOrder, type LetterPart, type LetterThread } from '../../letters/letterThread.ts';
import { inHalves, type Operations } from '../../core/operations.ts';
import { type DeliveryPorts, readDelivery } from '../platform/delivery.ts';
import { claimRoom, removeStored, type StoredFiles, storeFiles } from '../../files/keepFile.ts';

type Endpoints = typeof letterReleaseEndpoints;

/** A paid run with the final bytes of its letters. */
interface Prepared {
  readonly name: string;
  /** Distribution that it reverses. */
  readonly reverses: string | undefined;
  readonly letters: readonly LetterPart[];
  readonly template: LetterTemplate;
  readonly stored: StoredFiles;
}

/**
 * Returns a run whose letters can be released.
 *
 * Fails: WRONG_STATE, ALREADY_REVERSED (its letters announce a payment that was undone), and as `runWithLetters`.
 */
async function runToRelease(tx: Transaction, id: string): Promise<Result<ShownHead, Failures>> {
  const found = await runWithLetters(tx, id);
  if (found.isErr()) return found;
  const { status, reversedBy } = found.value;
  if (status.code !== 'DISB')
    return err([fail('WRONG_STATE', [], 'Disburse the distribution before you release its letters.')]);
  if (!reversedBy?.isDisbursed) return found;
  const text = `This distribution was reversed by ${reversedBy.name}. Release the letters of the reversal instead.`;
  return err([fail('ALREADY_REVERSED', [], text)]);
}

/** Operations that release the letters of a distribution. Each person gets exactly the stored bytes. */
export const letterReleaseOperations = ({
  letters,
  storage,
}: DeliveryPorts & { readonly letters: LetterThread }): Operations<Endpoints> => ({
  releaseLetters: inHalves<Endpoints['releaseLetters'], Prepared>({
    // Creating and storing letters takes a while, so no connection is held meanwhile.
    async prepare(ask, { params }) {
      const asked = await ask<{
        readonly order: LetterOrder;
        readonly name: string;
        readonly reverses: string | undefined;
      }>(async (context) => {
        const found = await runToRelease(context.tx, params.id);
        if (found.isErr()) return err(found.error);
        const { name, reversalOf } = found.value;
        return ok({
          order: { ...letterOrder(context, params.id, 'each'), isRelease: true },
          name,
          reverses: reversalOf?.id,
        });
      });
      if (asked.isErr()) return err(asked.error);
      const made = await letters.make(asked.value.order);
      const all = await buffer(made.content);
      if (made.refusals.length > 0) return err(made.refusals.map((text) => fail('NOT_PRINTABLE', [], text)));
      let at = 0;
      const parts = made.parts ?? [];
      const { template } = made;
      if (parts.length === 0 || !template)
        return err([fail('NO_RECIPIENTS', [], 'This distribution pays nobody, so it has no letters.')]);
      const files = parts.map(({ sizeBytes }) => {
        const bytes = all.subarray(at, (at += sizeBytes));
        return { sizeBytes, stream: () => Readable.from([bytes], { objectMode: false }) };
      });
      const { name, reverses } = asked.value;
      return (await storeFiles(ask, storage, files)).map((stored) => ({
        name,
        reverses,
        letters: parts,
        template,
        stored,
      }));
    },
    unused: ({ stored }) => removeStored(storage, stored),
    async run(context, { params, body }, { name, reverses, letters: parts, template, stored }) {
      const { tx, client } = context;
      // It may have been reversed while the letters were created, or may be at this moment.
      await lockWithReversal(tx, params.id);
      const found = await runToRelease(tx, params.id);
      if (found.isErr()) return err(found.error);
      const room = await claimRoom(tx, storage, stored);
      if (room.isErr()) return err(room.error);
      const files = parts.map(({ participantId, fileName, sizeBytes, sha256 }, index): DeliveredFile => {
        const storageKey = stored.keys[index]!;
        return { participantId, fileName, mimeType: 'application/pdf', sizeBytes, sha256, storageKey };
      });
      const release = {
        kind: 'LETTER',
        objectId: params.id,
        name,
        wording: wordingOf(body),
        letterTemplate: template,
        files,
        insteadOf: reverses,
      } as const;
      const { id } = await deliver(tx, release, client.address);
      return readDelivery(context, id);
    },
  }),
});
