import { Readable } from 'node:stream';
import { workerData } from 'node:worker_threads';
import { openPool } from '@carrara/adapters/postgres/engine/database';
import { unitOfWork } from '@carrara/adapters/postgres/engine/unitOfWork';
import { certifiedDataOperations } from '../concepts/performance/certifiedData.ts';
import { ilpaOperations } from '../concepts/performance/ilpa.ts';
import type { AnyOperation, FileAnswer } from '../operations.ts';
import type { BesideStart, CallBeside, MadeBeside, OrderBeside } from './filesBeside.ts';
import { carryOutOrders, writeTo } from './insideThread.ts';

/** The thread in which files are made beside the requests: it reads them as who asked, and writes nothing but the file. */
const { databaseUrl, auditKey } = workerData as BesideStart;
const pool = openPool(databaseUrl, 1, 'carrara files');
const withTenant = unitOfWork({ pool, auditKey: Buffer.from(auditKey) });

const { certifyData } = certifiedDataOperations;
const { exportInvestorTemplate, exportPerformanceTemplate } = ilpaOperations;
// The types have matched each with its endpoint, and the server has checked its input.
const operations = { certifyData, exportInvestorTemplate, exportPerformanceTemplate } as unknown as Readonly<
  Record<CallBeside, AnyOperation>
>;
const client = {
  address: '',
  userAgent: '',
  sessionToken: undefined,
  host: '',
  keepSession: () => undefined,
  forgetSession: () => undefined,
} as const;

carryOutOrders<OrderBeside, { readonly made: MadeBeside }>(async ({ call, scope, told, input }, fd) => {
  const answer = await withTenant(scope, (tx) => operations[call]({ ...told, client, tx }, input), { readOnly: true });
  if (answer.isErr()) return { made: { failures: answer.error } };
  const { name, type, content } = answer.value as FileAnswer;
  await writeTo(fd, content instanceof Readable ? content : Readable.from([content], { objectMode: false }));
  return { made: { file: { name, type } } };
});
