import {
  type CalendarDate,
  compareDates,
  type Decimal,
  err,
  fail,
  type Failures,
  ok,
  type Result,
  displayedDate,
  zero,
} from '../../kernel/index.ts';
import { payDayFailures, yearsDeferred } from '../payDay/index.ts';
import { type DeferredEntry, type DeferredKind, deferredKinds, type Tranche } from './deferredAward.ts';

/** A stored entry with the entry that it reverses, if any. */
export interface StoredEntry extends DeferredEntry {
  readonly id: string;
  readonly reversesId: string | null;
}

/** Checks a grant. Fails: OWN_PAY, NEGATIVE_AMOUNT, VESTS_BEFORE_GRANT, DATE_TOO_LATE. */
export function grantFailures(
  grant: {
    readonly amount: Decimal;
    readonly grantDate: CalendarDate;
    readonly tranches: readonly { readonly vestDate: CalendarDate; readonly payDate: CalendarDate }[];
  },
  isOwn: boolean,
  today: CalendarDate,
): Failures {
  if (isOwn) return [fail('OWN_PAY', ['employee'], 'You can’t edit your own pay.')];
  return [
    ...(grant.amount.lte(0) ? [fail('NEGATIVE_AMOUNT', ['amount'], 'A deferred award must be greater than 0.')] : []),
    ...payDayFailures(grant.grantDate, today, ['grantDate']),
    ...grant.tranches.flatMap(({ vestDate, payDate }, at) => [
      ...(compareDates(vestDate, grant.grantDate) < 0
        ? [fail('VESTS_BEFORE_GRANT', ['tranches', at, 'vestDate'], 'A tranche can’t vest before the grant.')]
        : payDayFailures(vestDate, today, ['tranches', at, 'vestDate'], yearsDeferred)),
      ...(payDate === vestDate ? [] : payDayFailures(payDate, today, ['tranches', at, 'payDate'], yearsDeferred)),
    ]),
  ];
}

const sumOf = (entries: readonly DeferredEntry[], kind: DeferredKind, tranche: number | null = null): Decimal =>
  entries.reduce(
    (sum, entry) =>
      entry.kind === kind && (tranche === null || entry.tranche === tranche) ? sum.add(entry.amount) : sum,
    zero,
  );

/** Returns true if the grant was reversed, so that nothing more of it vests, is paid or is forfeited. */
export const isReversed = (entries: readonly DeferredEntry[]): boolean => sumOf(entries, 'GRANT').isZero();

/** Returns the entries that are neither reversed nor reversals. */
export function withoutReversed(entries: readonly StoredEntry[]): readonly StoredEntry[] {
  const reversed = new Set(entries.map(({ reversesId }) => reversesId));
  return entries.filter(({ id, reversesId }) => reversesId === null && !reversed.has(id));
}

/**
 * Returns the entry that reverses another: the same amount negated, on the same date or later. Dependent entries must be reversed first. A tranche
 * can't have payments without vesting, and a reversed grant can't have vested, paid or forfeited amounts.
 *
 * Fails: NOT_FOUND, ALREADY_REVERSED, REVERSED_BEFORE, BUILT_UPON.
 */
export function reverseEntry(
  tranches: readonly Tranche[],
  entries: readonly StoredEntry[],
  entryId: string,
  on: CalendarDate,
): Result<DeferredEntry & { readonly reversesId: string }, Failures> {
  const entry = entries.find(({ id }) => id === entryId);
  if (!entry) return err([fail('NOT_FOUND', ['entryId'], 'The award has no such entry.')]);
  if (entry.reversesId !== null || entries.some(({ reversesId }) => reversesId === entryId))
    return err([
      fail('ALREADY_REVERSED', ['entryId'], 'This entry has already been reversed or is a reversal itself.'),
    ]);
  if (compareDates(on, entry.on) < 0)
    return err([
      fail(
        'REVERSED_BEFORE',
        ['on'],
        `The entry is dated ${displayedDate(entry.on)}. Choose that day or a later one for the reversal.`,
      ),
    ]);
  const { kind, tranche, amount } = entry;
  const later = entries.find(
    (candidate) => (kind === 'GRANT' || candidate.tranche === tranche) && compareDates(candidate.on, on) > 0,
  );
  if (later)
    return err([
      fail(
        'REVERSED_BEFORE',
        ['on'],
        `There is a later entry on ${displayedDate(later.on)}. Choose that day or a later one for the reversal.`,
      ),
    ]);
  const reversal = { kind, tranche, on, amount: amount.neg(), reversesId: entry.id };
  const after = [...entries, reversal];
  const builtUpon =
    kind === 'GRANT'
      ? (['VEST', 'PAY', 'FORFEIT'] as const).find((other) => !sumOf(after, other).isZero())
      : tranches.some((_, at) => sumOf(after, 'PAY', at + 1).gt(sumOf(after, 'VEST', at + 1)))
        ? 'PAY'
        : undefined;
  return builtUpon
    ? err([
        fail(
          'BUILT_UPON',
          ['entryId'],
          `First reverse the entries that depend on it: ${deferredKinds[builtUpon].toLowerCase()}.`,
        ),
      ])
    : ok(reversal);
}
