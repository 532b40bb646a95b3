import type { letterReleaseEndpoints } from '@carrara/contract/carry/run/letterRelease';
import { releaseWording } from '@carrara/contract/platform/delivery/delivery';
import { err, fail } from '@carrara/domain/kernel';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { prepareThenRun, type Operations } from '../../../core/operations.ts';
import { removeStored, storeFiles } from '../../../files/storeFiles.ts';
import { type LetterOrder, letterOrder, type LetterThread } from '../../../letters/letterThread.ts';
import { type CreatedLetters, releaseLetters, runToRelease } from '../../../usecases/carry/letterRelease.ts';
import { type DeliveryPorts, readDelivery } from '../../platform/delivery/delivery.ts';

type Endpoints = typeof letterReleaseEndpoints;

interface ReleaseRequest {
  readonly order: LetterOrder;
  readonly name: string;
  readonly reverses: string | undefined;
}

/** Operations that release the letters of a distribution. Each person gets exactly the stored bytes. */
export const letterReleaseOperations = ({
  letters,
  storage,
}: DeliveryPorts & { readonly letters: LetterThread }): Operations<Endpoints> => ({
  releaseLetters: prepareThenRun<Endpoints['releaseLetters'], CreatedLetters>({
    // Creating and storing letters takes a while, so no connection is held meanwhile.
    async prepare(read, { params }) {
      const request = await read<ReleaseRequest>(async (context) => {
        const order = { ...letterOrder(context, params.id, 'each'), isRelease: true };
        const found = await runToRelease(context.tx, params.id);
        return found.map(({ name, reversalOf }) => ({ order, name, reverses: reversalOf?.id }));
      });
      if (request.isErr()) return err(request.error);
      const { order, name, reverses } = request.value;
      const { content, refusals, parts = [], template } = await letters.run(order);
      const bytes = await buffer(content);
      if (refusals.length > 0) return err(refusals.map((text) => fail('NOT_PRINTABLE', [], text)));
      if (parts.length === 0 || !template)
        return err([fail('NO_RECIPIENTS', [], 'This distribution pays nobody, so it has no letters.')]);
      let start = 0;
      const files = parts.map(({ sizeBytes }) => {
        const file = bytes.subarray(start, (start += sizeBytes));
        return { sizeBytes, stream: () => Readable.from([file], { objectMode: false }) };
      });
      const stored = await storeFiles(read, storage, files);
      return stored.map((keys) => ({ name, reverses, letters: parts, template, stored: keys }));
    },
    unused: ({ stored }) => removeStored(storage, stored),
    async run(context, { params, body }, created) {
      const id = await releaseLetters(context, storage, params.id, created, releaseWording(body));
      return id.isErr() ? err(id.error) : readDelivery(context, id.value);
    },
  }),
});
