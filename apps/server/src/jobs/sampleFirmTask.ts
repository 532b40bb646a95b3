import type { WithTenant } from '@carrara/adapters/postgres/engine/unitOfWork/withTenant';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { fileKinds } from '@carrara/contract/core/fileTypes';
import type { uploadEndpoints } from '@carrara/contract/platform/upload/upload';
import { err, fail, ok } from '@carrara/domain/kernel';
import { v7 as newId } from 'uuid';
import type { Operations, RequestContext } from '../core/operations.ts';
import type { TaskKind } from '../core/taskKind.ts';
import { uploadedFile } from '../files/uploadedFile.ts';
import type { Outcome } from '../usecases/outcome.ts';
import { createSampleFirm, sampleFirmState } from '../usecases/platform/sampleFirm.ts';

export interface SampleFirmPorts {
  readonly withTenant: WithTenant;
  readonly uploads: Uploads;
}
type Uploads = Pick<Operations<typeof uploadEndpoints>, 'uploadFile' | 'confirmUpload'>;

/** The carry plan of a sample firm, which is also the example of the guides. */
const planFile = fileURLToPath(new URL('../../../../samples/carry-plan.xlsx', import.meta.url));
const fileType = 'carry-plan';

/**
 * Adds the sample firm of a firm and imports a carry plan into it, all or nothing. A process that takes over after the commit finds it done.
 */
export const sampleFirmTask = ({ withTenant, uploads }: SampleFirmPorts): TaskKind => ({
  permission: 'tenant.edit',
  prepare: async ({ tx: _tx, ...source }) =>
    ok(async ({ read, mayEnd, onProgress }) => {
      const found = await read(async (context) => ok((await sampleFirmState(context)).open));
      if (found.isErr()) return err(found.error);
      if (found.value) return ok({ remarks: [] });
      onProgress(0, 3);
      const content = await readFile(planFile);
      const id = newId();
      const done = await createSampleFirm({ withTenant, source }, id, async (context) => {
        onProgress(1, 3);
        const imported = await importPlan(uploads, context, content, () => onProgress(2, 3));
        if (imported.isErr()) return imported;
        onProgress(3, 3);
        await mayEnd();
        return imported;
      });
      return done.map(() => ({ remarks: [] }));
    }),
});

/** Checks and imports the plan like an upload of the sample firm's administrator, which its upload history then contains. */
async function importPlan(
  { uploadFile, confirmUpload }: Uploads,
  context: RequestContext,
  content: Uint8Array,
  onChecked: () => void,
): Outcome<unknown> {
  const file = uploadedFile('carry-plan.xlsx', fileKinds.xlsx.mediaType, content);
  const checked = await uploadFile(context, { params: { fileType }, query: {}, file });
  if (checked.isErr()) return err(checked.error);
  const { id, status, errors } = checked.value;
  if (status === 'FAILED')
    return err([fail('FILE_HAS_ERRORS', [], errors[0]?.reason ?? 'The sample file has errors.')]);
  onChecked();
  return confirmUpload(context, {
    params: { id, fileType, confirmed: 'true' },
    body: { warningsConfirmed: true, overwrite: false },
  });
}
