import { safeFileName } from '@carrara/adapters/files/fileName';
import { zipWithManifest } from '@carrara/adapters/files/zipWithManifest';
import { assembleSources } from '@carrara/adapters/postgres/carry/distribution/assemble';
import { loadLabels } from '@carrara/adapters/postgres/carry/run/labels';
import { loadRun } from '@carrara/adapters/postgres/carry/distribution/rows';
import { paidSources } from '@carrara/adapters/postgres/carry/distribution/paidSources';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { vehicleNavigation } from '@carrara/adapters/postgres/portfolio/vehicle';
import { letterPayees } from '@carrara/domain/carry/distribution';
import { err, type Failures, fail, ok, type Result, displayedDate } from '@carrara/domain/kernel';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { RequestContext } from '../core/operations.ts';
import type { TaskControl } from '../core/taskKind.ts';
import { type LetterOrder, letterOrder, type LetterThread } from './letterThread.ts';

/** A fund or coinvestment and a period. */
export interface FundPeriod {
  readonly vehicleId: string;
  readonly from: string;
  readonly to: string;
}
interface Named {
  readonly id: string;
  readonly name: string;
}

/** Returns the disbursed distributions of a fund dated in a period, by date. */
export async function disbursedRuns(tx: Transaction, { vehicleId, from, to }: FundPeriod): Promise<readonly Named[]> {
  const sources = (await paidSources(tx, { vehicleId })).filter(
    ({ kind, date }) => kind === 'DISTRIBUTION' && from <= date && date <= to,
  );
  return [...new Map(sources.map(({ runId, name }) => [runId, { id: runId, name }])).values()];
}

/** Returns everybody who gets a letter of a distribution, by name. */
export async function payeesOfRun(tx: Transaction, runId: string): Promise<readonly Named[]> {
  const rows = await loadRun(tx, runId);
  const distributionSources = assembleSources(rows, await loadLabels(tx, rows));
  return letterPayees({ distributionSources }).map(({ participantId, name }) => ({ id: participantId, name }));
}

/** Returns the name of a fund or coinvestment. Fails: NOT_FOUND. */
export async function vehicleName(tx: Transaction, vehicleId: string): Promise<Result<string, Failures>> {
  const found = (await vehicleNavigation(tx)).find(({ id }) => id === vehicleId);
  return found ? ok(found.name) : err([fail('NOT_FOUND', ['vehicleId'], 'There is no such fund.')]);
}

/** Input of a fund's letters for a period. */
export interface FundLetterJob {
  readonly fund: string;
  readonly firm: string;
  readonly period: FundPeriod;
  readonly orders: readonly { readonly run: Named; readonly order: LetterOrder }[];
  readonly today: string;
}

/**
 * Returns the runs whose letters a package contains.
 *
 * Fails: NOT_FOUND; NO_RECIPIENTS if nothing of the fund was disbursed in the period.
 */
export async function fundLetterJob(
  context: Pick<RequestContext, 'tx' | 'grants' | 'tenant' | 'today'>,
  period: FundPeriod,
): Promise<Result<FundLetterJob, Failures>> {
  const { tx, tenant, today } = context;
  const fund = await vehicleName(tx, period.vehicleId);
  if (fund.isErr()) return err(fund.error);
  const runs = await disbursedRuns(tx, period);
  if (runs.length === 0) {
    const days = `between ${displayedDate(period.from)} and ${displayedDate(period.to)}`;
    return err([fail('NO_RECIPIENTS', ['vehicleId'], `No distribution of ${fund.value} was disbursed ${days}.`)]);
  }
  const orders = runs.map((run) => ({ run, order: letterOrder(context, run.id, 'each') }));
  return ok({ fund: fund.value, firm: tenant.name, period, orders, today });
}

/**
 * Creates the letters of all runs as a zip, with a folder per run if there are several. `remarks` names letters that
 * couldn't be printed.
 */
export function fundLettersZip(
  thread: LetterThread,
  { fund, firm, period, orders, today }: FundLetterJob,
  { onProgress, signal }: Pick<TaskControl, 'onProgress' | 'signal'>,
  remarks: string[],
): Readable {
  async function* letters() {
    for (const [at, { run, order }] of orders.entries()) {
      const progress = (done: number, total: number) => onProgress(at * total + done, orders.length * total);
      const output = await thread.run(order, { onProgress: progress, signal });
      remarks.push(...output.refusals);
      const all = await buffer(output.content);
      const folder = orders.length > 1 ? `${safeFileName(run.name)}/` : '';
      let end = 0;
      for (const { participantId, fileName, sizeBytes } of output.parts ?? []) {
        const bytes = all.subarray(end, (end += sizeBytes));
        yield { path: `${folder}${fileName}`, bytes, facts: { distribution: run.name, participantId } };
      }
    }
  }
  const { from, to } = period;
  const manifestOf = (files: readonly object[]) => ({
    firm,
    fund,
    from,
    to,
    document: 'letter',
    files,
    missing: remarks,
  });
  return zipWithManifest(letters(), manifestOf, today);
}
