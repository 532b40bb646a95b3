import { existingQuarter } from '@carrara/adapters/postgres/performance/asOf/figuresAsOf';
import { readFigures, readHoldings } from '@carrara/adapters/postgres/performance/ledger/readLedger';
import {
  figuresOfVersion,
  navBasisNow,
  seqAfter,
  readVersions,
} from '@carrara/adapters/postgres/performance/ledger/readChanges';
import type { Vehicle } from '@carrara/adapters/postgres/performance/ledger/loadLedger';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import type { PeriodFigure } from '@carrara/contract/performance/period/period';
import { type CalendarDate, err, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';
import { figureTexts, type VehicleLedger } from '@carrara/domain/performance/period';

/**
 * A quarter as known at some time: its figures, and the audit entry before which everything was entered (null for
 * everything).
 */
export interface ExistingFigures {
  readonly beforeSeq: number | null;
  readonly figures: readonly PeriodFigure[];
  /** Null if the quarter had no figures yet. */
  readonly navBasis: VehicleLedger['navBasis'] | null;
}

/**
 * Returns the current figures of a quarter (NOW), those of a version, or those that would have been computed at a point
 * in time.
 *
 * Fails: NOT_FOUND (no such version).
 */
export async function loadFiguresAsOf(
  tx: Transaction,
  vehicle: Vehicle,
  end: CalendarDate,
  point: string,
  field: string,
): Promise<Result<ExistingFigures, Failures>> {
  if (point === 'NOW') {
    const [figures, navBasis] = await Promise.all([readFigures(tx, vehicle.id, end), navBasisNow(tx, vehicle.id, end)]);
    return ok({ beforeSeq: null, figures, navBasis });
  }
  if (point.includes('T')) {
    const seqBefore = await seqAfter(tx, point);
    return ok({ beforeSeq: seqBefore, ...(await computedOf(tx, vehicle, end, seqBefore)) });
  }
  const periodVersion = (await readVersions(tx, vehicle.id, end)).find(({ version }) => version === Number(point));
  if (periodVersion === undefined) return err([fail('NOT_FOUND', [field], `The quarter has no version ${point}.`)]);
  return ok({
    beforeSeq: periodVersion.asOfSequence,
    figures: await figuresOfVersion(tx, vehicle.id, end, periodVersion.version),
    navBasis: periodVersion.navBasis,
  });
}

/**
 * Computes figures of the vehicle, its holdings and commitments only: the investors' other commitments at that time
 * aren't stored.
 */
async function computedOf(
  tx: Transaction,
  vehicle: Vehicle,
  end: CalendarDate,
  seqBefore: number,
): Promise<Omit<ExistingFigures, 'beforeSeq'>> {
  const [existing, holdings] = await Promise.all([
    existingQuarter(tx, vehicle.id, end, seqBefore - 1),
    readHoldings(tx, vehicle.id),
  ]);
  if (existing === undefined) return { figures: [], navBasis: null };
  const { by, period, ledger } = existing;
  const nameOf = new Map([
    [vehicle.id, vehicle.name],
    ...holdings.map(({ id, name }) => [id, name] as const),
    ...ledger.commitments.map(({ id, investorName }) => [id, investorName] as const),
  ]);
  const subjects = period.subjects.map((figures) => ({
    ...figureTexts(figures),
    subject: figures.subject,
    id: figures.id,
    name: nameOf.get(figures.id) ?? null,
    currency: vehicle.currency,
    policy: by.policy,
    transfers: by.transfers,
    irrAnnualized: figures.irrAnnualized,
    grossIrrAnnualized: figures.grossIrrAnnualized,
    rolledForwardFrom: figures.rolledForwardFrom,
    reportedThrough: figures.reportedThrough,
    notDetermined: [...figures.notDetermined],
  }));
  return { figures: subjects, navBasis: by.navBasis };
}
