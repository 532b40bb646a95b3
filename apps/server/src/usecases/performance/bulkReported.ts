import { bulkInvestors } from '@carrara/adapters/postgres/performance/bulkEdit/bulkReads';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { bulkParts } from '@carrara/contract/performance/investment/bulkEdit';
import { calendarDate, err, type Failure, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';
import {
  decideReportedChanges,
  type ReportedChange,
  type ReportedName,
  reportedNames,
  withComputedFigures,
} from '@carrara/domain/performance/period';
import { v7 as newId } from 'uuid';
import { postToVehicles } from '../ledgerPosting.ts';
import type { Outcome } from '../outcome.ts';
import { failuresAtRecord, refuseForeignFields, type PositionedRecord } from './bulkRecords.ts';
import { postedReportedFigures } from './reportedFigures.ts';

export const isReported = ({ record }: PositionedRecord): boolean =>
  reportedNames.some((figure) => figure === record.key);

interface OfVehicle extends ReportedChange {
  readonly vehicleId: string;
}

/**
 * Saves the reported figures of vehicles, or of commitments to them, for one quarter end. An empty figure withdraws the
 * reported one.
 *
 * Fails: NOT_FOUND, REPEATED, INVALID_VALUE and the failures of `decideReportedChanges`, each at its cell.
 */
export async function saveBulkReported(
  tx: Transaction,
  records: readonly PositionedRecord[],
  subject: 'vehicle' | 'commitment',
  warningsConfirmed: boolean,
): Outcome<void> {
  const end = records[0]?.record.reportingDate;
  if (end === undefined) return ok(undefined);
  const committed = subject === 'commitment' ? await bulkInvestors(tx, end) : undefined;
  const requested = changesOf(records, end, committed);
  if (requested.isErr()) return err(requested.error);
  const changes = requested.value;
  const day = calendarDate(end);
  const vehicles = [...new Set(changes.map(({ vehicleId }) => vehicleId))];
  const done = await postToVehicles(tx, vehicles, (ledger, { id }) => {
    const own = changes.filter(({ vehicleId }) => vehicleId === id);
    const decided = decideReportedChanges(own, withComputedFigures(ledger), day, { newId, warningsConfirmed });
    return decided.map((reports) => postedReportedFigures('saveFundPeriod', id, ledger, reports));
  });
  return done.map(() => undefined);
}

/** Returns the requested changes, each of a vehicle or of one of its commitments, or why they can't be saved. */
function changesOf(
  records: readonly PositionedRecord[],
  end: string,
  committed: Awaited<ReturnType<typeof bulkInvestors>> | undefined,
): Result<readonly OfVehicle[], Failures> {
  const failures: Failure[] = [];
  const changes = records.flatMap((record): OfVehicle[] => {
    const { key, fundId, id, values, reportingDate, valueId = null } = record.record;
    const figure = key as ReportedName;
    const refuse = (failure: Failure) => {
      failures.push(...failuresAtRecord(record, [failure]));
      return [];
    };
    const commitment = committed?.find((row) => row.id === id && row.fundId === fundId)?.commitmentId ?? null;
    if (!fundId) return refuse(fail('NOT_FOUND', [], 'The id of the fund is missing.'));
    if (committed && commitment === null)
      return refuse(fail('NOT_FOUND', [], 'There is no such commitment at this date.'));
    if (reportingDate !== end)
      return refuse(fail('INVALID_VALUE', [], 'Save records of one reporting date at a time.'));
    const [wrong] = refuseForeignFields(record.record, { [figure]: bulkParts.reported[figure] });
    if (wrong) return refuse(wrong);
    const path = ['records', record.at, 'values', figure];
    const value = (values[figure] as string | null | undefined) ?? null;
    return [{ vehicleId: fundId, commitmentId: commitment, figure, value, expected: valueId, path, quarterPath: path }];
  });
  for (const [i, change] of changes.entries()) {
    const isTwin = changes.findIndex((other) => keyOf(other) === keyOf(change)) < i;
    if (isTwin) failures.push(fail('REPEATED', change.path, 'This figure is listed twice.'));
  }
  return failures.length > 0 ? err(failures) : ok(changes);
}

const keyOf = ({ vehicleId, commitmentId, figure }: OfVehicle) => `${vehicleId} ${commitmentId ?? ''} ${figure}`;
