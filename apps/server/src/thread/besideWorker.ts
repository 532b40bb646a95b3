import { createReadStream, open as openFile, read as readFile } from 'node:fs';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { workerData } from 'node:worker_threads';
import { openPool } from '@carrara/adapters/postgres/engine/database';
import { unitOfWork } from '@carrara/adapters/postgres/engine/unitOfWork';
import { performanceReportEndpoints } from '@carrara/contract/performance/reports/endpoints';
import type { Decoded } from '../http/decode.ts';
import { type ExportFormat, exportList, type RowsOperation } from '../http/exportList.ts';
import type { Importer } from '../imports/importer.ts';
import { listFiles } from '../listFiles.ts';
import type { AnyOperation, FileAnswer, RequestContext } from '../operations.ts';
import {
  type AnyOrder,
  type BesideStart,
  type CallBeside,
  isReportBeside,
  type Made,
  type OrderBeside,
  type OrderOfCheck,
  type OrderOfVehicle,
} from './beside.ts';
import { carryOutOrders, writeTo } from './insideThread.ts';

/** A thread beside the requests: it does as who asked, by the very operation of the call. */
const { databaseUrl, auditKey } = workerData as BesideStart;
const pool = openPool(databaseUrl, 1, 'carrara beside');
const withTenant = unitOfWork({ pool, auditKey: Buffer.from(auditKey) });

const client = {
  address: '',
  userAgent: '',
  sessionToken: undefined,
  host: '',
  keepSession: () => undefined,
  forgetSession: () => undefined,
} as const;

// What is not asked for in this thread is not loaded either. The types have matched each with its endpoint, and the server has checked its input.
async function operationOf(call: CallBeside): Promise<AnyOperation> {
  const all = isReportBeside(call)
    ? (await import('../concepts/performance/reports.ts')).performanceReportOperations
    : call === 'certifyData'
      ? (await import('../concepts/performance/certifiedData.ts')).certifiedDataOperations
      : (await import('../concepts/performance/ilpa.ts')).ilpaOperations;
  return (all as unknown as Readonly<Record<CallBeside, AnyOperation>>)[call];
}

/** Of a report its rows as a file; what else is made here answers its file itself. */
function made(operation: AnyOperation, call: CallBeside, context: RequestContext, input: Decoded) {
  if (!isReportBeside(call)) return operation(context, input);
  const { format } = input.query as { readonly format: ExportFormat };
  const { list } = performanceReportEndpoints[call];
  return exportList(listFiles, list, format, operation as RowsOperation, context, input);
}

async function fileOf({ call, scope, told, input }: OrderBeside, fd: number): Promise<Made> {
  const operation = await operationOf(call);
  const answer = await withTenant(scope, (tx) => made(operation, call, { ...told, client, tx }, input as Decoded), {
    readOnly: true,
  });
  if (answer.isErr()) return { failures: answer.error };
  const { name, type, content } = answer.value as FileAnswer;
  await writeTo(fd, content instanceof Readable ? content : Readable.from([content], { objectMode: false }));
  return { file: { name, type } };
}

async function answerOf({ call, scope, told, input, readOnly }: OrderOfVehicle): Promise<Made> {
  const [{ periodOperations }, { carryPaidOf }] = await Promise.all([
    import('../concepts/performance/period.ts'),
    import('../concepts/carryPaidOf.ts'),
  ]);
  const operation = periodOperations({ carryPaidOf })[call] as AnyOperation;
  const answer = await withTenant(scope, (tx) => operation({ ...told, client, tx }, input), { readOnly });
  return answer.match(
    (value): Made => ({ answer: value }),
    (failures) => ({ failures }),
  );
}

// Whoever gave the file closes it, however the reading ends.
const leftOpen = { read: readFile, open: openFile, close: (_fd: number, done: () => void) => done() };

async function findingsOfFile({ fileType, name, from, mapping, uploadId, scope, told }: OrderOfCheck): Promise<Made> {
  const [{ ownImporters }, { findingsOf }] = await Promise.all([
    import('../imports/ownImporters.ts'),
    import('../imports/findings.ts'),
  ]);
  const importer = (ownImporters as unknown as Readonly<Record<string, Importer>>)[fileType]!;
  const stream = () => createReadStream('', { fd: from, start: 0, fs: leftOpen });
  const read = await importer.read({ name, stream, bytes: () => buffer(stream()) }, mapping);
  if (read.isErr()) return { failures: read.error };
  const how = { uploadId, mapping, overwrite: false, isWritten: false };
  const plan = (tx: RequestContext['tx']) => importer.plan({ ...told, client, tx }, read.value, how);
  return { findings: findingsOf(await withTenant(scope, plan, { readOnly: true })) };
}

carryOutOrders<AnyOrder, { readonly made: Made }>(async (order, fd) => {
  if ('fileType' in order) return { made: await findingsOfFile(order) };
  return { made: await ('readOnly' in order ? answerOf(order) : fileOf(order, fd)) };
});
