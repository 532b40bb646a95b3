import type { AuditKey } from '@carrara/adapters/postgres';
import type { InSpan, TenantContext } from '@carrara/adapters/postgres/engine/unitOfWork';
import { performanceReportEndpoints } from '@carrara/contract/performance/reports/endpoints';
import { err, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';
import type { Mapping } from '@carrara/domain/platform/upload';
import type { ExportFormat } from '../http/exportList.ts';
import { isCsv } from '../imports/fileToRead.ts';
import type { Findings } from '../imports/findings.ts';
import type { Confirmed } from '../imports/carriedOutUploads.ts';
import { uploadTurns } from '../imports/uploadTurns.ts';
import type { FileAnswer, RequestContext, UploadedFile } from '../operations.ts';
import { createWorkThread, type Making } from './workThread.ts';

/** The calls whose files take the processor for long: they are made beside the requests, which would stand still meanwhile. */
const callsBeside = [
  'certifyData',
  'exportInvestorTemplate',
  'exportPerformanceTemplate',
  'exportCapitalAccount',
  'exportPortfolioSummary',
] as const;
/** Reports whose files do: they may have a row for each share of each entry. */
export type ReportBeside = keyof typeof performanceReportEndpoints;
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
export const askedOf = ({ tx, client: _client, ...told }: RequestContext): AskedBeside => ({
  scope: { tenantId: tx.tenantId, personId: tx.personId, token: tx.token, module: tx.module, now: tx.now },
  told,
});
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
/** One that was checked, and is to be carried out. */
export interface OrderOfImport extends OrderOfCheck {
  readonly confirmed: Confirmed;
}
export type AnyOrder = OrderBeside | OrderOfVehicle | OrderOfCheck | OrderOfImport;
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

/** A file of which more than this is read and judged takes the processor long enough for others to notice; a workbook is packed. */
const longFile = { csv: 131_072, workbook: 65_536 } as const;
export const isLongFile = (file: UploadedFile): boolean =>
  file.fd !== undefined && file.sizeBytes > longFile[isCsv(file) ? 'csv' : 'workbook'];

/**
 * What is done beside the requests, each kind in a thread of its own, one after the other and firm after firm: a file that somebody fetches does not wait
 * for one that somebody else brings.
 */
export interface Beside {
  /** The file, or why there is none; ends the work when `gone` is aborted. */
  make(order: OrderBeside, gone: AbortSignal): Promise<Result<FileAnswer, Failures>>;
  /** What a call of a large vehicle answers. It is not given up when nobody waits any more: it may have been done by then. */
  answer(order: OrderOfVehicle): Promise<Result<unknown, Failures>>;
  /** What a long file would do, and what is wrong with it; `onProgress` in percent. */
  check(order: OrderOfCheck, onProgress: (percent: number) => void): Promise<Result<Findings, Failures>>;
  /** Carries a long file out, in one transaction that is committed when `making` lets it end. */
  carryOut(order: OrderOfImport, making: Making): Promise<Result<void, Failures>>;
  close(): Promise<void>;
}

/** `databaseUrl`: the application's plain login. What is done is told to `inSpan` as a whole: the thread itself opens no spans. */
export function createBeside({
  inSpan,
  ...workerData
}: BesideStart & { readonly inSpan?: InSpan | undefined }): Beside {
  const worker = (kind: string) => {
    const thread = createWorkThread<AnyOrder, { readonly made: Made }>({
      of: import.meta.url,
      module: 'besideWorker',
      workerData,
    });
    const turns = uploadTurns({ inHandOfFirm: 0, inHand: 0, readers: 1 });
    return {
      make: (order: AnyOrder, making: Making = {}) =>
        turns.inTurn(order.scope.tenantId, () => {
          const make = () => thread.make(order, making);
          const facts = { 'carrara.tenant.id': order.scope.tenantId };
          return inSpan ? inSpan({ name: `thread ${kind}`, facts }, make) : make();
        }),
      close: thread.close,
    };
  };
  const [files, vehicles, checks, imports] = [worker('file'), worker('vehicle'), worker('check'), worker('import')];
  return {
    async make(order, gone) {
      try {
        const { made, content } = await files.make(order, { signal: gone });
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
    async check(order, onProgress) {
      const { made, content } = await checks.make(order, { onProgress });
      content.destroy();
      return 'findings' in made ? ok(made.findings) : failuresOf(made);
    },
    async carryOut(order, making) {
      const { made, content } = await imports.make(order, making);
      content.destroy();
      return 'answer' in made ? ok(undefined) : failuresOf(made);
    },
    async close() {
      await Promise.all([files.close(), vehicles.close(), checks.close(), imports.close()]);
    },
  };
}

function failuresOf(made: Made) {
  if ('failures' in made) return err(made.failures);
  throw new Error('the thread has answered another order');
}
