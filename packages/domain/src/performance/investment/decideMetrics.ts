import { calendarDate, type Decimal, type Failure, fail, type Failures, displayedDate } from '../../kernel/index.ts';
import { isQuarterEnd } from '../ledger/index.ts';
import { decideGeography, type GeographySlot } from './geography.ts';
import { isMonthDay } from './monthDay.ts';
import { isOwnershipPercent } from './ownership.ts';
import { type TaxonomyCodes, decideTaxonomy } from './taxonomy.ts';

/** Decides whether metrics can be saved for a date. Fails: INVALID_VALUE (no quarter end), PERIOD_LOCKED. */
export function decideMetricsQuarter(
  end: string,
  { vehicle, isLocked }: { readonly vehicle: string; readonly isLocked: boolean },
): readonly Failure[] {
  if (!isQuarterEnd(calendarDate(end)))
    return [fail('INVALID_VALUE', ['endDate'], `${displayedDate(end)} is not a quarter end.`)];
  return isLocked
    ? [fail('PERIOD_LOCKED', ['endDate'], `${vehicle} has locked the quarter ${displayedDate(end)}.`)]
    : [];
}

/** The metrics of a company that have rules beyond those of single fields. */
export interface CompanyMetrics {
  readonly codes: TaxonomyCodes;
  readonly slots: readonly GeographySlot[];
  readonly yearEnd: string | null;
}

/** Decides whether a company's metrics can be saved. Fails: DATE_FORMAT and the failures of `decideTaxonomy` and `decideGeography`, each at its field. */
export function decideCompanyMetrics({ codes, slots, yearEnd }: CompanyMetrics): Failures {
  const fields: Readonly<Record<string, string>> = { subSector: 'altXSubSector', industry: 'altXIndustry' };
  const taxonomy = decideTaxonomy(codes).match(
    () => [],
    (failures) => failures.map((failure) => ({ ...failure, path: failure.path.map((name) => fields[name] ?? name) })),
  );
  const geography = decideGeography(slots).match(
    () => [],
    (failures) =>
      failures.map((failure) => ({
        ...failure,
        path: [`geo${failure.path[1] === 'region' ? 'Region' : 'Percentage'}${Number(failure.path[0]) + 1}`],
      })),
  );
  const unread: Failure[] =
    yearEnd === null || isMonthDay(yearEnd)
      ? []
      : [fail('DATE_FORMAT', ['financialYearEnd'], 'Enter the financial year end as MM-dd.')];
  return [...taxonomy, ...geography, ...unread];
}

/** Decides whether the ownership fields of a holding, in percent, can be saved. Fails: INVALID_VALUE. */
export const decideHoldingMetrics = (ownership: readonly (readonly [field: string, percent: Decimal])[]): Failures =>
  ownership.flatMap(([field, percent]) =>
    isOwnershipPercent(percent) ? [] : [fail('INVALID_VALUE', [field], 'Ownership must be from 0 to 100 percent.')],
  );
