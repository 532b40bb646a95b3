import { calendarDate, type CalendarDate, decimal, type Decimal, moneyText } from '@carrara/domain/kernel';
import type { ReadRow } from '@carrara/domain/platform/upload';
import { quarterEnd, valuedQuarter } from '../ledger/index.ts';
import { type ValuedFacts, valuationWarnings } from '../period/index.ts';
import { importTypes } from './importTypes.ts';
import {
  type ChangedField,
  changedFields,
  type Counts,
  type ExistingVehicle,
  lookup,
  type NamedRecord,
  rowRefusals,
  requiredText,
  type RowRefusal,
  type RowWarning,
  textValue,
} from './planParts.ts';

/** A value entered for a security on a date. If there are several, the last one counts. */
export interface ExistingValue {
  readonly securityId: string;
  readonly date: CalendarDate;
  /** Null if the earlier value is withdrawn. */
  readonly fairValue: Decimal | null;
  readonly methodId: string | null;
  readonly externalId: string | null;
  /** The file that created it. */
  readonly uploadId: string | null;
  /** True if that file has been undone. */
  readonly isUndone: boolean;
}
interface PlannedValue extends Omit<ExistingValue, 'fairValue' | 'uploadId' | 'isUndone'> {
  readonly row: number;
  readonly fairValue: Decimal;
  readonly booked: CalendarDate;
  readonly description: string | null;
}
export interface ValuationPlan {
  readonly values: readonly PlannedValue[];
  readonly counts: Counts;
  readonly changed: readonly ChangedField[];
  readonly late: readonly number[];
  readonly warnings: readonly RowWarning[];
  readonly refusals: readonly RowRefusal[];
}

/**
 * Plans the valuations in the rows of a file. A value is identified by security and date: an identical one changes nothing, a different one replaces
 * it.
 *
 * Fails:  in `refusals`, every row with each of its reasons, including two values of a security on one date, and a value with a future date.
 */
export function planValuations(
  rows: readonly ReadRow[],
  existing: Omit<ExistingVehicle, 'ledger'> & { readonly ledger: ExistingVehicle['ledger'] & ValuedFacts },
  /** In the order of entry. */
  values: readonly ExistingValue[],
  methods: readonly NamedRecord[],
  today: CalendarDate,
): ValuationPlan {
  const entered = new Map(values.map((value) => [valuationKey(value), value]));
  const refusals: RowRefusal[] = [];
  const readValue = valueReader(existing, methods, today, refusals);
  const planned: PlannedValue[] = [];
  const changed: ChangedField[] = [];
  const display = (value: Decimal, id: string | null) => [
    { title: importTypes.valuations.fairValue.title, text: moneyText(value), isNumber: true as const },
    {
      title: importTypes.valuations.method.title,
      text: methods.find((candidate) => candidate.id === id)?.name ?? null,
    },
  ];
  let replaced = 0;
  let unchanged = 0;
  for (const row of rows) {
    const value = readValue(row);
    if (value === undefined) continue;
    const { label, ...read } = value;
    const before = entered.get(valuationKey(read));
    if (before?.fairValue?.eq(read.fairValue) && before.methodId === read.methodId) {
      unchanged += 1;
      continue;
    }
    if (before?.fairValue != null) {
      replaced += 1;
      changed.push(
        ...changedFields(label, display(before.fairValue, before.methodId), display(read.fairValue, read.methodId)),
      );
    }
    planned.push(read);
  }
  return {
    values: planned,
    counts: { created: planned.length - replaced, changed: replaced, unchanged, missing: 0 },
    changed,
    late: planned.filter((plannedValue) => plannedValue.booked > quarterEnd(plannedValue.date)).map(({ row }) => row),
    warnings: valuationWarnings(planned, existing.ledger).map(({ entered: { row }, text }) => ({ row, text })),
    refusals,
  };
}

/** Returns a function that reads a valuation from a row, labeled for the list of changes. Undefined if the row is refused. */
function valueReader(
  existing: ExistingVehicle,
  methods: readonly NamedRecord[],
  today: CalendarDate,
  refusals: RowRefusal[],
): (row: ReadRow) => (PlannedValue & { readonly label: string }) | undefined {
  const holdingNamed = lookup(existing.holdings);
  const methodNamed = lookup(methods);
  const securities = new Map(
    existing.securities.map((security) => [`${security.holdingId} ${security.name.toLowerCase()}`, security.id]),
  );
  const firstRows = new Map<string, number>();
  return (row) => {
    const wrongBefore = refusals.length;
    const refuse = (field: string, reason: string) => void refusals.push({ row: row.row, field, reason });
    const investment = textValue(row, 'investment') ?? '';
    const name = textValue(row, 'security') ?? '';
    const holding = holdingNamed(investment);
    const securityId = holding && securities.get(`${holding.id} ${name.toLowerCase()}`);
    const method = textValue(row, 'method');
    const methodId = method === null ? null : methodNamed(method)?.id;
    const date = calendarDate(requiredText(row, 'date'));
    const fairValue = decimal(requiredText(row, 'fairValue'));
    const requested = textValue(row, 'bookedPeriod');
    const booked = valuedQuarter(date, existing.ledger, {
      today,
      requestedPeriod: requested === null ? null : calendarDate(requested),
    });
    if (holding === undefined) refuse('investment', `The vehicle has no investment '${investment}'.`);
    else if (securityId === undefined) refuse('security', `The investment has no security '${name}'.`);
    if (methodId === undefined) refuse('method', `There is no valuation method '${method ?? ''}'.`);
    if (fairValue.isNegative() && !fairValue.isZero()) refuse('fairValue', 'A fair value can’t be negative.');
    if (booked.isErr()) refusals.push(...rowRefusals(row.row, booked.error));
    if (securityId === undefined || methodId === undefined || booked.isErr()) return undefined;
    const key = valuationKey({ securityId, date });
    const twin = firstRows.get(key);
    if (twin !== undefined) {
      refuse('date', `Row ${String(twin)} already values this security on this date.`);
      return undefined;
    }
    firstRows.set(key, row.row);
    if (refusals.length > wrongBefore) return undefined;
    return {
      row: row.row,
      securityId,
      date,
      fairValue,
      methodId,
      booked: booked.value,
      externalId: textValue(row, 'externalId'),
      description: textValue(row, 'description'),
      label: `${holding?.name ?? ''}, ${name} ${date}, row ${String(row.row)}`,
    };
  };
}

/** Returns the key of a value: its security and date. */
export const valuationKey = ({ securityId, date }: Pick<ExistingValue, 'securityId' | 'date'>): string =>
  `${securityId} ${date}`;
