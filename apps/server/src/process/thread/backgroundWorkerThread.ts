import type { FileType } from '@carrara/contract/core/fileTypes';
import { createReadStream, fstatSync, open as openFile, read as readFile } from 'node:fs';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { workerData } from 'node:worker_threads';
import { openPool } from '@carrara/adapters/postgres/engine/database/openDatabase';
import { unitOfWork } from '@carrara/adapters/postgres/engine/unitOfWork/withTenant';
import { err } from '@carrara/domain/kernel';
import { operationAnswer } from '../../calls/operationAnswer.ts';
import type { Importer } from '../../usecases/platform/importer.ts';
import { listFiles } from '../../files/listFiles.ts';
import {
  type DecodedInput,
  type FileAnswer,
  operationNamed,
  type RequestContext,
  type ServedOperations,
} from '../../core/operations.ts';
import type { OrderOfCheck, OrderOfImport } from '../../imports/fileThreads.ts';
import type { OrderOfCall } from '../../jobs/backgroundWorker.ts';
import { storeHeadOnDisk } from '../../jobs/storeAuditHeads.ts';
import type { AnyOrder, WorkerStart, Output } from './createWorker.ts';
import { operationsOfThread } from './operationsOfThread.ts';
import { type StopRequested, runOrders, type ReportProgress, writeTo } from '../../pool/insideThread.ts';

/** A worker thread off the request thread. It acts as the caller, through the call's own operation. */
const start = workerData as WorkerStart;
const { databaseUrl, auditKey, stored } = start;
const pool = openPool(databaseUrl, 1, 'carrara background');
const withTenant = unitOfWork({
  pool,
  auditKey: Buffer.from(auditKey),
  storeHead: storeHeadOnDisk(
    stored.folder,
    () => new Date(),
    (error) => process.emitWarning(error as Error),
  ),
});

const client = {
  address: '',
  userAgent: '',
  sessionToken: undefined,
  host: '',
  storeSession: () => undefined,
  forgetSession: () => undefined,
} as const;

/** Operations of all concepts, loaded with the first call in this thread. */
let operations: Promise<ServedOperations> | undefined;
const allOperations = () => (operations ??= operationsOfThread(start, { pool, withTenant }));

async function answerOfCall(
  { call, scope, facts, input }: OrderOfCall,
  fd: number,
  onRows: ReportProgress,
): Promise<Output> {
  const [{ callsByConcept }, served] = await Promise.all([import('@carrara/contract/contract'), allOperations()]);
  const endpoint = callsByConcept[call.concept]?.[call.name];
  // The server has validated the input.
  const operation = operationNamed(served, call.concept, call.name);
  if (!endpoint || !operation) throw new Error(`there is no call ${call.concept}.${call.name}`);
  const answering = { endpoint, operation, listFiles, onRows };
  const answer = await withTenant(
    scope,
    async (tx) => {
      const found = await operationAnswer(answering, { ...facts, client, tx }, input as DecodedInput);
      // The rows of a file may come from the transaction, so the file is written before it ends.
      if (found.isOk() && 'file' in found.value) await writeTo(fd, readableOf(found.value.file));
      return found;
    },
    { readOnly: endpoint.method === 'GET' },
  );
  if (answer.isErr()) return { failures: answer.error };
  const { value } = answer;
  if ('json' in value) return value;
  const { content: _content, evidence: _evidence, ...file } = value.file;
  return { file, disclosure: value.disclosure };
}

const readableOf = ({ content }: FileAnswer): Readable =>
  content instanceof Readable ? content : Readable.from([content], { objectMode: false });

// The file belongs to the caller, who closes it however the reading ends.
const unclosedFiles = { read: readFile, open: openFile, close: (_fd: number, done: () => void) => done() };

/** Reads the file of an order and reports the part that has been read. */
async function readFileOf(
  importer: Importer,
  { name, from, mapping }: OrderOfCheck,
  onProgress: (part: number) => void,
) {
  const { size } = fstatSync(from);
  let done = 0;
  const stream = () =>
    createReadStream('', { fd: from, start: 0, fs: unclosedFiles }).on('data', (chunk) => {
      done += chunk.length;
      onProgress(Math.min(1, done / size));
    });
  return importer.read({ name, stream, bytes: () => buffer(stream()) }, mapping);
}

/** Part of a check's progress that reading takes. */
const READING = 0.2;

/** Reports progress in whole percent, each value once. */
function percentsTo(onProgress: ReportProgress) {
  let reported = -1;
  return (percent: number) => {
    if (Math.floor(percent) <= reported) return;
    reported = Math.floor(percent);
    onProgress(reported, 100);
  };
}

const importersHere = async () => {
  const [{ importersWith }, { importPorts }] = await Promise.all([
    import('../../imports/ownImporters.ts'),
    import('../../imports/importPorts.ts'),
  ]);
  return importersWith(importPorts);
};

async function checkFile(order: OrderOfCheck, onProgress: ReportProgress): Promise<Output> {
  const { fileType, mapping, uploadId, scope, facts } = order;
  const [importers, { importFindings }] = await Promise.all([
    importersHere(),
    import('../../usecases/platform/findings.ts'),
  ]);
  const importer = importers[fileType as FileType];
  const progress = percentsTo(onProgress);
  const read = await readFileOf(importer, order, (part) => progress(100 * READING * part));
  if (read.isErr()) return { failures: read.error };
  const how = {
    uploadId,
    mapping,
    overwrite: false,
    isWritten: false,
    onProgress: (percent: number) => progress(100 * READING + percent * (1 - READING)),
  };
  const plan = (tx: RequestContext['tx']) => importer.plan({ ...facts, client, tx }, read.value, how);
  return { findings: importFindings(await withTenant(scope, plan, { readOnly: true })) };
}

async function imported(order: OrderOfImport, onProgress: ReportProgress, requestEnd: StopRequested): Promise<Output> {
  const { fileType, mapping, uploadId, confirmed, scope, facts } = order;
  const [importers, { confirmable, executeUpload }] = await Promise.all([
    importersHere(),
    import('../../usecases/platform/upload.ts'),
  ]);
  const read = await readFileOf(importers[fileType as FileType], order, () => undefined);
  if (read.isErr()) return { failures: read.error };
  const done = await withTenant(scope, async (tx) => {
    const context = { ...facts, client, tx };
    const upload = await confirmable(context, uploadId, { lock: true });
    if (upload.isErr()) return err(upload.error);
    const progress = percentsTo(onProgress);
    const carriedOut = await executeUpload(
      importers,
      context,
      upload.value,
      { read: read.value, mapping },
      confirmed,
      progress,
    );
    if (carriedOut.isOk()) await requestEnd();
    return carriedOut;
  });
  return done.match(
    (): Output => ({ answer: null }),
    (failures) => ({ failures }),
  );
}

runOrders<AnyOrder, { readonly output: Output }>(
  async (order, fd, onProgress, requestEnd) => {
    if ('confirmed' in order) return { output: await imported(order, onProgress, requestEnd) };
    if ('fileType' in order) return { output: await checkFile(order, onProgress) };
    return { output: await answerOfCall(order, fd, onProgress) };
  },
  start.isInteractive ? 0 : 5,
);
