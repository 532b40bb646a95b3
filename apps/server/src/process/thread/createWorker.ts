import type { FilesOptions } from '@carrara/adapters/files/openFiles';
import type { AuditKey } from '@carrara/adapters/postgres/engine/journal/auditKey';
import type { InSpan } from '@carrara/adapters/postgres/engine/unitOfWork/inSpan';
import { err, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';
import { availableParallelism } from 'node:os';
import type { Readable } from 'node:stream';
import type { Answer } from '../../calls/operationAnswer.ts';
import type { Disclosure } from '../../calls/disclosure.ts';
import type { FileAnswer } from '../../core/operations.ts';
import type { OrderOfCheck, OrderOfImport } from '../../imports/fileThreads.ts';
import type { Findings } from '../../usecases/platform/findings.ts';
import type { BackgroundWorker, OrderOfCall } from '../../jobs/backgroundWorker.ts';
import { uploadTurns } from '../../pool/uploadTurns.ts';
import { createExportTurns } from '../../pool/exportTurns.ts';
import { createWorkPool } from '../../pool/workPool.ts';
import { createWorkThread, type RunOptions } from '../../pool/workThread.ts';

/** Limits on concurrent exports. */
const exportsAtOnce = { ofPerson: 2, ofFirm: 4 } as const;
/**
 * With three workers, one person gets two and another firm still finds one. More than eight need more memory than they
 * save time.
 */
const leastWorkers = 3;
const mostWorkers = 8;

export type AnyOrder = OrderOfCall | OrderOfCheck | OrderOfImport;
/** A file without its content, which is passed on disk, and without functions, which can't leave the thread. */
type FileHead = Omit<FileAnswer, 'content' | 'evidence'>;
export type Output =
  | { readonly file: FileHead; readonly disclosure?: Disclosure | undefined }
  | { readonly json: string; readonly disclosure?: Disclosure | undefined }
  | { readonly answer: unknown }
  | { readonly findings: Findings }
  | { readonly failures: Failures };
/** Data to start a thread: its database and its key for signing. */
export interface WorkerStart {
  readonly databaseUrl: string;
  readonly auditKey: AuditKey;
  /** Store of uploaded files. */
  readonly stored: { readonly options: FilesOptions; readonly folder: string };
  /** True if somebody waits for its responses, so that it runs at the same priority as the request thread. */
  readonly isInteractive?: boolean;
}

/**
 * Creates the worker threads. `databaseUrl` is the application's unprivileged login. `inSpan` traces the work as a
 * whole, because the threads themselves open no spans.
 */
export function createWorker({
  inSpan,
  ...workerData
}: WorkerStart & { readonly inSpan?: InSpan | undefined }): BackgroundWorker {
  const thread = (more: Pick<WorkerStart, 'isInteractive'> = {}) =>
    createWorkThread<AnyOrder, { readonly output: Output }>({
      name: import.meta.url,
      module: 'backgroundWorkerThread',
      workerData: { ...workerData, ...more },
    });
  const pool = (size: number, more?: Pick<WorkerStart, 'isInteractive'>) =>
    createWorkPool(Array.from({ length: size }, () => thread(more)));
  const worker = (kind: string) => {
    const own = thread();
    const turns = uploadTurns({ inHandOfFirm: 0, inHand: 0, readers: 1 });
    return {
      run: (order: AnyOrder, options: RunOptions = {}) =>
        turns.inTurn(order.scope.tenantId, () => {
          const runOrder = () => own.run(order, options);
          const facts = { 'carrara.tenant.id': order.scope.tenantId };
          return inSpan ? inSpan({ name: `thread ${kind}`, facts }, runOrder) : runOrder();
        }),
      close: own.close,
    };
  };
  const [vehicles, checks, imports] = [worker('vehicle'), worker('check'), worker('import')];
  const exporters = Math.min(mostWorkers, Math.max(leastWorkers, availableParallelism() + 1));
  const exportTurns = createExportTurns({ workers: exporters, ...exportsAtOnce });
  const exportPool = pool(exporters);
  const readPool = pool(Math.max(1, availableParallelism() - 1), { isInteractive: true });
  const pooled = (order: OrderOfCall, options: RunOptions) => {
    const { tenantId } = order.scope;
    const runOrder = () => (order.call.isFile ? exportPool : readPool).run(order, options);
    return inSpan ? inSpan({ name: 'thread call', facts: { 'carrara.tenant.id': tenantId } }, runOrder) : runOrder();
  };
  return {
    async run(order, { signal, waitMs, onProgress }) {
      const options = { ...(signal ? { signal } : {}), ...(onProgress ? { onProgress } : {}) };
      const { tenantId, personId } = order.scope;
      const work = () => pooled(order, options);
      try {
        const outcome = order.call.isFile
          ? await exportTurns.inTurn({ tenantId, personId }, { waitMs, signal }, work)
          : ok(await work());
        // The client may have disconnected when the file was already finished.
        if (signal?.aborted && outcome.isOk()) outcome.value.content.destroy();
        return signal?.aborted ? canceled() : outcome.andThen(answerOf);
      } catch (error) {
        if (signal?.aborted) return canceled();
        throw error;
      }
    },
    async answer(order) {
      return answerOf(await vehicles.run(order));
    },
    async check(order, onProgress) {
      const { output, content } = await checks.run(order, { onProgress });
      content.destroy();
      return 'findings' in output ? ok(output.findings) : failuresOf(output);
    },
    async carryOut(order, options) {
      const { output, content } = await imports.run(order, options);
      content.destroy();
      return 'answer' in output ? ok(undefined) : failuresOf(output);
    },
    async close() {
      await Promise.all([exportPool, readPool, vehicles, checks, imports].map((workPool) => workPool.close()));
    },
  };
}

const canceled = () => err([fail('UNAVAILABLE', [], 'The request was canceled.')]);

function answerOf({
  output,
  content,
}: {
  readonly output: Output;
  readonly content: Readable;
}): Result<Answer, Failures> {
  if ('file' in output) return ok({ file: { ...output.file, content }, disclosure: output.disclosure });
  content.destroy();
  return 'json' in output ? ok(output) : failuresOf(output);
}

function failuresOf(output: Output) {
  if ('failures' in output) return err(output.failures);
  throw new Error('the thread has answered another order');
}
