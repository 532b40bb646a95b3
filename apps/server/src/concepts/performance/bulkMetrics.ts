import { type BulkPortfolioRow, bulkPortfolios } from '@carrara/adapters/postgres/performance/bulkEdit';
import { bulkParts } from '@carrara/contract/performance/bulkEdit';
import { calendarDate, err, type Failure, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';
import { isQuarterEnd } from '@carrara/domain/performance/ledger';
import type { RequestContext } from '../../operations.ts';
import { atRecord, misplaced, type PlacedRecord } from '../../usecases/performance/bulkRecords.ts';
import {
  blankOf,
  companyFailures,
  entered,
  holdingFailures,
  lockedQuarter,
  notQuarterEnd,
  saveCompany,
  saveHolding,
  type Values,
} from './portfolioMetrics.ts';

interface Told extends PlacedRecord {
  readonly row: BulkPortfolioRow;
  /**
   * All values. Fields that aren't given keep their value, or the one carried forward from the latest quarter that has
   * it.
   */
  readonly values: Values;
}
const partOf = ({ record }: PlacedRecord) => (record.key === 'company' ? 'company' : 'holding');

/**
 * Saves metrics of companies and holdings for one quarter, by the rules of their editor. All are checked before any is
 * written.
 *
 * Fails: NOT_FOUND, GIVEN_TWICE, INVALID_VALUE, PERIOD_LOCKED, STALE_VERSION and the failures of companies and
 * holdings, each at its cell.
 */
export async function saveBulkMetrics(
  { tx }: RequestContext,
  records: readonly PlacedRecord[],
): Promise<Result<void, Failures>> {
  const end = records[0]?.record.reportingDate ?? '';
  const rows = await bulkPortfolios(tx, end);
  const failures: Failure[] = [];
  const told: Told[] = [];
  for (const one of records) {
    const part = partOf(one);
    const held = rows.filter(({ investmentId }) => investmentId === one.record.investmentId);
    const row = part === 'company' ? held[0] : held.find(({ fundId }) => fundId === one.record.fundId);
    const stored = row?.[part];
    const values = { ...blankOf(bulkParts[part], stored ? entered(stored) : undefined), ...one.record.values };
    const isTwin = told.some((other) => other.row === row && partOf(other) === part);
    const wrong = row
      ? [...misplaced(one.record, bulkParts[part]), ...wrongPlace(one, { row, held, end, isTwin })]
      : [fail('NOT_FOUND', [], 'There is no such investment on this date.')];
    if (row && wrong.length === 0) told.push({ ...one, row, values });
    failures.push(...atRecord(one, wrong));
  }
  for (const one of told) {
    const rules = partOf(one) === 'company' ? await companyFailures(tx, one.values) : holdingFailures(one.values);
    failures.push(...atRecord(one, rules));
  }
  if (failures.length > 0) return err(failures);
  for (const { row, values, ...one } of told) {
    const { investmentId, holdingId } = row;
    const seen = one.record.rowVersion;
    const saved =
      partOf(one) === 'company'
        ? await saveCompany(tx, { investmentId, end }, values, seen)
        : await saveHolding(tx, { investmentId, holdingId, end }, values, seen, 'saveInvestmentMetrics');
    if (saved.isErr()) return err(atRecord(one, saved.error));
  }
  return ok(undefined);
}

interface Place {
  readonly row: BulkPortfolioRow;
  /** All holdings in the same company. */
  readonly held: readonly BulkPortfolioRow[];
  readonly end: string;
  readonly isTwin: boolean;
}

/**
 * Checks that metrics can be saved for this quarter: by the rules of their editor, and by the version that was read.
 */
function wrongPlace(one: PlacedRecord, { row, held, end, isTwin }: Place): readonly Failure[] {
  const { reportingDate, rowVersion = null } = one.record;
  const part = partOf(one);
  if (isTwin) return [fail('GIVEN_TWICE', [], 'This record is listed twice.')];
  if (reportingDate !== end) return [fail('INVALID_VALUE', [], 'Save records of one reporting date at a time.')];
  if (!isQuarterEnd(calendarDate(end))) return [fail('INVALID_VALUE', [], notQuarterEnd(end))];
  // A company's metrics can be entered through each vehicle that holds it.
  const lockedBy = part === 'company' ? held.every(({ isLocked }) => isLocked) : row.isLocked;
  if (lockedBy) return [fail('PERIOD_LOCKED', [], lockedQuarter(row.heldBy, end))];
  const stored = row[part];
  const own = stored?.['periodEnd'] === end ? stored : null;
  return (own?.rowVersion ?? null) === rowVersion
    ? []
    : [fail('STALE_VERSION', [], `${own?.updatedBy || 'Someone'} changed it in the meantime.`)];
}
