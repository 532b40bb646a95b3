import type { AuditKey } from '@carrara/adapters/postgres';
import type { TenantContext } from '@carrara/adapters/postgres/engine/unitOfWork';
import { performanceReportEndpoints } from '@carrara/contract/performance/reports/endpoints';
import { err, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';
import type { ExportFormat } from '../http/exportList.ts';
import { uploadTurns } from '../imports/uploadTurns.ts';
import type { FileAnswer, RequestContext } from '../operations.ts';
import { createWorkThread } from './workThread.ts';

/** The calls whose files take the processor for long: they are made beside the requests, which would stand still meanwhile. */
const callsBeside = ['certifyData', 'exportInvestorTemplate', 'exportPerformanceTemplate'] as const;
/** Reports whose files do: they may have a row for each share of each entry. */
type ReportBeside = keyof typeof performanceReportEndpoints;
export type CallBeside = (typeof callsBeside)[number] | ReportBeside;
export const isReportBeside = (call: string): call is ReportBeside => Object.hasOwn(performanceReportEndpoints, call);
export const isBeside = (call: string, format: ExportFormat | undefined): call is CallBeside =>
  (callsBeside as readonly string[]).includes(call) || (format !== undefined && isReportBeside(call));

/** What a thread is told of a request that was let in and whose values are checked. */
export interface OrderBeside {
  readonly call: CallBeside;
  readonly scope: TenantContext;
  readonly told: Omit<RequestContext, 'tx' | 'client'>;
  readonly input: unknown;
}
export type MadeBeside = { readonly file: Pick<FileAnswer, 'name' | 'type'> } | { readonly failures: Failures };
/** What a thread begins with: where it reads, and what its signatures are made of. */
export interface BesideStart {
  readonly databaseUrl: string;
  readonly auditKey: AuditKey;
}

/** Files that are made beside the requests: one at a time, firm after firm, in a thread of its own. */
export interface FilesBeside {
  /** The file, or why there is none; ends the work when `gone` is aborted. */
  make(order: OrderBeside, gone: AbortSignal): Promise<Result<FileAnswer, Failures>>;
  close(): Promise<void>;
}

/** `databaseUrl`: the application's plain login. */
export function createFilesBeside(workerData: BesideStart): FilesBeside {
  const thread = createWorkThread<OrderBeside, { readonly made: MadeBeside }>({
    of: import.meta.url,
    module: 'besideWorker',
    workerData,
  });
  const turns = uploadTurns({ inHandOfFirm: 0, inHand: 0, readers: 1 });
  return {
    async make(order, gone) {
      try {
        const make = () => thread.make(order, { signal: gone });
        const { made, content } = await turns.inTurn(order.scope.tenantId, make);
        if ('file' in made) return ok({ ...made.file, content });
        content.destroy();
        return err(made.failures);
      } catch (error) {
        if (gone.aborted) return err([fail('UNAVAILABLE', [], 'Nobody waits for this file any more.')]);
        throw error;
      }
    },
    close: thread.close,
  };
}
