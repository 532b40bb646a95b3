import type { WithTenant } from '@carrara/adapters/postgres/engine/unitOfWork/withTenant';
import type { sampleFirmEndpoints } from '@carrara/contract/platform/sampleFirm/sampleFirm';
import { ok } from '@carrara/domain/kernel';
import { prepareThenRun, type Operations } from '../../../core/operations.ts';
import {
  archiveSampleFirm,
  recordArchivedSample,
  requestSampleFirm,
  sampleFirmState,
} from '../../../usecases/platform/sampleFirm.ts';
import type { TaskStart } from '../../../usecases/platform/task.ts';

type Endpoints = typeof sampleFirmEndpoints;
export interface SampleFirmPorts extends TaskStart {
  readonly withTenant: WithTenant;
}

export function sampleFirmOperations(ports: SampleFirmPorts): Operations<Endpoints> {
  return {
    async getSampleFirm(context) {
      const { open, isComing, decision } = await sampleFirmState(context);
      return ok({
        firm: open
          ? {
              id: open.id,
              name: open.name,
              createdDate: open.createdDate,
              createdBy: open.createdBy,
              isMember: open.isMember,
            }
          : null,
        isComing,
        obstacle: decision.isErr() ? (decision.error[0]?.detail ?? '') : null,
      });
    },
    addSampleFirm: (context) => requestSampleFirm(context, ports),
    // The sample firm has an audit log of its own, so it is archived in a transaction of its own.
    archiveSampleFirm: prepareThenRun<Endpoints['archiveSampleFirm'], string | undefined>({
      async prepare(read) {
        const found = await read(async (context) => ok({ open: (await sampleFirmState(context)).open, context }));
        if (found.isErr()) return ok(undefined);
        const { open, context } = found.value;
        return ok(open && (await archiveSampleFirm(ports.withTenant, open, context)));
      },
      run: (context, _input, id) => recordArchivedSample(context, id),
    }),
  };
}
