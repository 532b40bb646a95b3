import { fileNames } from '@carrara/adapters/files/fileName';
import { zipWithManifest } from '@carrara/adapters/files/zipWithManifest';
import { err, fail, ok } from '@carrara/domain/kernel';
import { noticeName } from '@carrara/domain/performance/ledger';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { readNotice } from '../concepts/performance/ledger/readNotice.ts';
import { toBackgroundRequest } from '../core/backgroundRequest.ts';
import type { RequestContext } from '../core/operations.ts';
import type { TaskKind } from '../core/taskKind.ts';
import { createDocument, type DocumentMaker } from './createDocument.ts';

/** Creates a notice as a zip with a PDF for each of its investors. Those that can't be created are listed. */
export async function prepareNotices(
  maker: DocumentMaker,
  context: RequestContext,
  params: { readonly vehicleId: string; readonly noticeId: string },
): ReturnType<TaskKind['prepare']> {
  const before = await readNotice(context.tx, params);
  if (before.isErr()) return err(before.error);
  const request = toBackgroundRequest(context);
  const [firm, today] = [context.tenant.name, context.today];
  return ok(async ({ read, onProgress, signal }) => {
    const { investors, fund, ...notice } = before.value;
    const title = `${noticeName(notice)} - ${fund.name}`;
    const remarks: string[] = [];
    async function* files() {
      const nameOf = fileNames('pdf');
      for (const [done, { investor, total, unfunded }] of investors.entries()) {
        onProgress(done, investors.length);
        const call = { concept: 'vehicleLedger', name: 'printNotice', isFile: true };
        const input = { params, query: { investorId: investor.id } };
        const output = await createDocument(maker, { ...request, call, input }, signal);
        if (output.isErr()) remarks.push(`${investor.name}: ${output.error.map(({ detail }) => detail).join(' ')}`);
        else
          yield {
            path: nameOf(`${investor.name} - ${title}`),
            bytes: output.value,
            facts: { investor, total, unfunded },
          };
      }
      onProgress(investors.length, investors.length);
    }
    const manifestOf = (listed: readonly object[]) => ({ firm, fund, ...notice, files: listed, missing: remarks });
    const content = await buffer(zipWithManifest(files(), manifestOf, today));
    // Each notice was printed in a separate transaction, so this checks that all of them are from the same state.
    const after = await read((later) => readNotice(later.tx, params));
    if (after.isErr()) return err(after.error);
    if (JSON.stringify(after.value) !== JSON.stringify(before.value)) {
      const text = `${noticeName(notice)} of ${fund.name} changed while its files were being created. Start again.`;
      return err([fail('STALE_VERSION', [], text)]);
    }
    const name = `${fund.name} ${noticeName(notice)}.zip`;
    return ok({ file: { name, type: 'application/zip', content: Readable.from([content]) }, remarks });
  });
}
