import { type CalendarDate, type Decimal, displayedDate, groupBy } from '@carrara/domain/kernel';
import type { EntryWarning } from './entryWarnings.ts';
import type { Posting } from './ledgerState.ts';

/** The value of a security on a date. */
interface ExistingValue {
  readonly securityId: string;
  readonly date: CalendarDate;
  /** Null withdraws the value of the date. */
  readonly fairValue: Decimal | null;
  /** The latest value of a date counts. */
  readonly seq: number;
}

/**
 * Returns warnings about purchases and sales that are dated before a value of their security. A position has its last value, so the entry doesn't change it.
 *
 * Source: docs/calculations/vehicle-ledger.md.
 */
export function beforeValue<At>(
  postings: readonly { readonly at: At; readonly posting: Posting }[],
  valuations: readonly ExistingValue[],
  /** The names of the holdings. */
  holdings: ReadonlyMap<string, string>,
): readonly EntryWarning<At>[] {
  const bySecurity = groupBy(valuations, ({ securityId }) => securityId);
  return postings.flatMap(
    ({ at, posting: { type, effective, holdingId, securityId } }): readonly EntryWarning<At>[] => {
      const later = (bySecurity.get(securityId ?? '') ?? []).filter(({ date }) => date > effective);
      const dates = [...groupBy(later, ({ date }) => date).values()].flatMap((ofDay) => {
        const latest = ofDay.reduce((last, value) => (value.seq > last.seq ? value : last));
        return latest.fairValue === null ? [] : [latest.date];
      });
      const [first] = dates.sort();
      if (first === undefined || (type !== 'BUY' && type !== 'SELL')) return [];
      const name = holdings.get(holdingId ?? '') ?? 'the holding';
      const [values, it, them] =
        dates.length === 1
          ? [`the value of ${name} on ${displayedDate(first)}, which stays`, 'it doesn’t', 'it']
          : [
              `${dates.length.toLocaleString('en')} values of ${name}, which stay, the first on ${displayedDate(first)}`,
              'they don’t',
              'them',
            ];
      const text = `The entry is dated ${displayedDate(effective)}, before ${values}. If ${it} count the entry, enter ${them} again under Securities and values.`;
      return [{ at, field: 'effectiveDate', text }];
    },
  );
}
