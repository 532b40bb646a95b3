import type { AuditKey } from '@carrara/adapters/postgres';
import type { TenantContext } from '@carrara/adapters/postgres/engine/unitOfWork';
import { performanceReportEndpoints } from '@carrara/contract/performance/reports/endpoints';
import { err, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';
import type { Mapping } from '@carrara/domain/platform/upload';
import type { ExportFormat } from '../http/exportList.ts';
import type { Findings } from '../imports/findings.ts';
import { uploadTurns } from '../imports/uploadTurns.ts';
import type { FileAnswer, RequestContext, UploadedFile } from '../operations.ts';
import { createWorkThread } from './workThread.ts';

/** The calls whose files take the processor for long: they are made beside the requests, which would stand still meanwhile. */
const callsBeside = ['certifyData', 'exportInvestorTemplate', 'exportPerformanceTemplate'] as const;
/** Reports whose files do: they may have a row for each share of each entry. */
type ReportBeside = keyof typeof performanceReportEndpoints;
export type CallBeside = (typeof callsBeside)[number] | ReportBeside;
export const isReportBeside = (call: string): call is ReportBeside => Object.hasOwn(performanceReportEndpoints, call);
export const isBeside = (call: string, format: ExportFormat | undefined): call is CallBeside =>
  (callsBeside as readonly string[]).includes(call) || (format !== undefined && isReportBeside(call));

/** The calls that compute a vehicle from its first day: of a large one beside the requests. */
const callsOfVehicle = ['listTieOuts', 'lockPeriod'] as const;
export type CallOfVehicle = (typeof callsOfVehicle)[number];
export const isOfVehicle = (call: string): call is CallOfVehicle =>
  (callsOfVehicle as readonly string[]).includes(call);

/** Who asked, of a request that was let in. */
export interface AskedBeside {
  readonly scope: TenantContext;
  readonly told: Omit<RequestContext, 'tx' | 'client'>;
}
/** What a thread is told of a request that was let in and whose values are checked. */
export interface OrderBeside extends AskedBeside {
  readonly call: CallBeside;
  readonly input: unknown;
}
export interface OrderOfVehicle extends AskedBeside {
  readonly call: CallOfVehicle;
  readonly input: unknown;
  readonly readOnly: boolean;
}
/** A file that is to be checked, open at `from`. */
export interface OrderOfCheck extends AskedBeside {
  readonly fileType: string;
  readonly name: string;
  readonly from: number;
  readonly mapping: Mapping | null;
  readonly uploadId: string;
}
export type AnyOrder = OrderBeside | OrderOfVehicle | OrderOfCheck;
export type Made =
  | { readonly file: Pick<FileAnswer, 'name' | 'type'> }
  | { readonly answer: unknown }
  | { readonly findings: Findings }
  | { readonly failures: Failures };
/** What a thread begins with: where it reads, and what its signatures are made of. */
export interface BesideStart {
  readonly databaseUrl: string;
  readonly auditKey: AuditKey;
}

/** A file of which more than this is read and judged takes the processor long enough for others to notice. */
const longFile = 131_072;
export const isLongFile = ({ sizeBytes, fd }: UploadedFile): boolean => fd !== undefined && sizeBytes > longFile;

/**
 * What is done beside the requests, each kind in a thread of its own, one after the other and firm after firm: a file that somebody fetches does not wait
 * for one that somebody else brings.
 */
export interface Beside {
  /** The file, or why there is none; ends the work when `gone` is aborted. */
  make(order: OrderBeside, gone: AbortSignal): Promise<Result<FileAnswer, Failures>>;
  /** What a call of a large vehicle answers. It is not given up when nobody waits any more: it may have been done by then. */
  answer(order: OrderOfVehicle): Promise<Result<unknown, Failures>>;
  /** What a long file would do, and what is wrong with it. */
  check(order: OrderOfCheck): Promise<Result<Findings, Failures>>;
  close(): Promise<void>;
}

/** `databaseUrl`: the application's plain login. */
export function createBeside(workerData: BesideStart): Beside {
  const worker = () => {
    const thread = createWorkThread<AnyOrder, { readonly made: Made }>({
      of: import.meta.url,
      module: 'besideWorker',
      workerData,
    });
    const turns = uploadTurns({ inHandOfFirm: 0, inHand: 0, readers: 1 });
    return {
      make: (order: AnyOrder, signal?: AbortSignal) =>
        turns.inTurn(order.scope.tenantId, () => thread.make(order, signal ? { signal } : {})),
      close: thread.close,
    };
  };
  const [files, vehicles, checks] = [worker(), worker(), worker()];
  return {
    async make(order, gone) {
      try {
        const { made, content } = await files.make(order, gone);
        if ('file' in made) return ok({ ...made.file, content });
        content.destroy();
        return failuresOf(made);
      } catch (error) {
        if (gone.aborted) return err([fail('UNAVAILABLE', [], 'Nobody waits for this file any more.')]);
        throw error;
      }
    },
    async answer(order) {
      const { made, content } = await vehicles.make(order);
      content.destroy();
      return 'answer' in made ? ok(made.answer) : failuresOf(made);
    },
    async check(order) {
      const { made, content } = await checks.make(order);
      content.destroy();
      return 'findings' in made ? ok(made.findings) : failuresOf(made);
    },
    async close() {
      await Promise.all([files.close(), vehicles.close(), checks.close()]);
    },
  };
}

function failuresOf(made: Made) {
  if ('failures' in made) return err(made.failures);
  throw new Error('the thread has answered another order');
}
