import { Readable } from 'node:stream';
import { workerData } from 'node:worker_threads';
import { openPool } from '@carrara/adapters/postgres/engine/database';
import { unitOfWork } from '@carrara/adapters/postgres/engine/unitOfWork';
import { performanceReportEndpoints } from '@carrara/contract/performance/reports/endpoints';
import { certifiedDataOperations } from '../concepts/performance/certifiedData.ts';
import { ilpaOperations } from '../concepts/performance/ilpa.ts';
import { performanceReportOperations } from '../concepts/performance/reports.ts';
import type { Decoded } from '../http/decode.ts';
import { type ExportFormat, exportList, type RowsOperation } from '../http/exportList.ts';
import { listFiles } from '../listFiles.ts';
import type { AnyOperation, FileAnswer, RequestContext } from '../operations.ts';
import { type BesideStart, type CallBeside, isReportBeside, type MadeBeside, type OrderBeside } from './filesBeside.ts';
import { carryOutOrders, writeTo } from './insideThread.ts';

/** The thread in which files are made beside the requests: it reads them as who asked, and writes nothing but the file. */
const { databaseUrl, auditKey } = workerData as BesideStart;
const pool = openPool(databaseUrl, 1, 'carrara files');
const withTenant = unitOfWork({ pool, auditKey: Buffer.from(auditKey) });

const { certifyData } = certifiedDataOperations;
const { exportInvestorTemplate, exportPerformanceTemplate } = ilpaOperations;
// The types have matched each with its endpoint, and the server has checked its input.
const operations = {
  certifyData,
  exportInvestorTemplate,
  exportPerformanceTemplate,
  ...performanceReportOperations,
} as unknown as Readonly<Record<CallBeside, AnyOperation>>;
const client = {
  address: '',
  userAgent: '',
  sessionToken: undefined,
  host: '',
  keepSession: () => undefined,
  forgetSession: () => undefined,
} as const;

/** Of a report its rows as a file; what else is made here answers its file itself. */
function made(call: CallBeside, context: RequestContext, input: Decoded) {
  if (!isReportBeside(call)) return operations[call](context, input);
  const { format } = input.query as { readonly format: ExportFormat };
  const { list } = performanceReportEndpoints[call];
  return exportList(listFiles, list, format, operations[call] as RowsOperation, context, input);
}

carryOutOrders<OrderBeside, { readonly made: MadeBeside }>(async ({ call, scope, told, input }, fd) => {
  const answer = await withTenant(scope, (tx) => made(call, { ...told, client, tx }, input as Decoded), {
    readOnly: true,
  });
  if (answer.isErr()) return { made: { failures: answer.error } };
  const { name, type, content } = answer.value as FileAnswer;
  await writeTo(fd, content instanceof Readable ? content : Readable.from([content], { objectMode: false }));
  return { made: { file: { name, type } } };
});
