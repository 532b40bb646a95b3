import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { type BulkPortfolioRow, bulkPortfolios } from '@carrara/adapters/postgres/performance/bulkEdit/bulkReads';
import { bulkParts } from '@carrara/contract/performance/investment/bulkEdit';
import { err, type Failure, fail, ok } from '@carrara/domain/kernel';
import {
  decideCompanyMetrics,
  decideHoldingMetrics,
  decideMetricsQuarter,
} from '@carrara/domain/performance/investment';
import type { Outcome } from '../outcome.ts';
import { failuresAtRecord, refuseForeignFields, type PositionedRecord } from './bulkRecords.ts';
import {
  listBlankFields,
  enteredValues,
  loadCompany,
  ownershipIn,
  saveCompany,
  saveHolding,
  type Values,
} from './portfolioMetrics.ts';

interface Changed extends PositionedRecord {
  readonly row: BulkPortfolioRow;
  /**
   * All values. Absent fields keep their value, or the one carried forward from the latest quarter that has
   * it.
   */
  readonly values: Values;
}
const partOf = ({ record }: PositionedRecord) => (record.key === 'company' ? 'company' : 'holding');

/**
 * Saves metrics of companies and holdings for one quarter, by the rules of their editor. All are checked before any is
 * written.
 *
 * Fails: NOT_FOUND, REPEATED, INVALID_VALUE, PERIOD_LOCKED, STALE_VERSION and the failures of companies and
 * holdings, each at its cell.
 */
export async function saveBulkMetrics(tx: Transaction, records: readonly PositionedRecord[]): Outcome<void> {
  const end = records[0]?.record.reportingDate ?? '';
  const rows = await bulkPortfolios(tx, end);
  const failures: Failure[] = [];
  const changed: Changed[] = [];
  for (const record of records) {
    const part = partOf(record);
    const own = rows.filter(({ investmentId }) => investmentId === record.record.investmentId);
    const row = part === 'company' ? own[0] : own.find(({ fundId }) => fundId === record.record.fundId);
    const stored = row?.[part];
    const values = {
      ...listBlankFields(bulkParts[part], stored ? enteredValues(stored) : undefined),
      ...record.record.values,
    };
    const isTwin = changed.some((other) => other.row === row && partOf(other) === part);
    const wrong = row
      ? [...refuseForeignFields(record.record, bulkParts[part]), ...locationFailures(record, { row, own, end, isTwin })]
      : [fail('NOT_FOUND', [], 'There is no such investment on this date.')];
    if (row && wrong.length === 0) changed.push({ ...record, row, values });
    failures.push(...failuresAtRecord(record, wrong));
  }
  for (const change of changed) {
    const rules =
      partOf(change) === 'company'
        ? decideCompanyMetrics(await loadCompany(tx, change.values))
        : decideHoldingMetrics(ownershipIn(change.values));
    failures.push(...failuresAtRecord(change, rules));
  }
  if (failures.length > 0) return err(failures);
  for (const { row, values, ...change } of changed) {
    const { investmentId, holdingId } = row;
    const expectedVersion = change.record.rowVersion;
    const saved =
      partOf(change) === 'company'
        ? await saveCompany(tx, { investmentId, end }, values, expectedVersion)
        : await saveHolding(tx, { investmentId, holdingId, end }, values, expectedVersion, 'saveInvestmentMetrics');
    if (saved.isErr()) return err(failuresAtRecord(change, saved.error));
  }
  return ok(undefined);
}

interface RecordLocation {
  readonly row: BulkPortfolioRow;
  /** All holdings in the same company. */
  readonly own: readonly BulkPortfolioRow[];
  readonly end: string;
  readonly isTwin: boolean;
}

/**
 * Checks that metrics can be saved for this quarter: by the rules of their editor, and by the version that was read.
 */
function locationFailures(
  record: PositionedRecord,
  { row, own: ownRows, end, isTwin }: RecordLocation,
): readonly Failure[] {
  const { reportingDate, rowVersion = null } = record.record;
  const part = partOf(record);
  if (isTwin) return [fail('REPEATED', [], 'This record is listed twice.')];
  if (reportingDate !== end) return [fail('INVALID_VALUE', [], 'Save records of one reporting date at a time.')];
  // A company's metrics can be entered through each vehicle that holds it.
  const isLocked = part === 'company' ? ownRows.every((portfolioRow) => portfolioRow.isLocked) : row.isLocked;
  const closed = decideMetricsQuarter(end, { vehicle: row.holderName, isLocked });
  if (closed.length > 0) return closed;
  const stored = row[part];
  const own = stored?.['periodEnd'] === end ? stored : null;
  return (own?.rowVersion ?? null) === rowVersion
    ? []
    : [fail('STALE_VERSION', [], `${own?.updatedBy || 'Someone'} changed it in the meantime.`)];
}
