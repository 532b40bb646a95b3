import { allocate } from '@carrara/domain/kernel/apportionment';
import { type CalendarDate, type Decimal, zero, zip } from '@carrara/domain/kernel';
import type { LedgerEntry } from './entry.ts';
import type { EntryType } from './entryType.ts';

/** The calls that a late closing shares again, with the entry that returns them to the earlier investors. */
export const returnedBy: Readonly<Partial<Record<EntryType, EntryType>>> = {
  'CALL-INV': 'EXCESS-INV',
  'CALL-WC': 'EXCESS-INV',
  'CALL-FEE': 'EXCESS-FEE',
  'CALL-EXP': 'EXCESS-FEE',
  'CALL-PLACEMENT': 'EXCESS-FEE',
  'CALL-LINE': 'EXCESS-FEE',
};
export const excessTypes = ['EXCESS-INV', 'EXCESS-FEE'] as const;
const sharedTypes: ReadonlySet<string> = new Set([...Object.keys(returnedBy), ...excessTypes]);

/** True if a late closing shares an entry again: calls inside of the commitment, and returned excess. */
export const isReallocated = ({ type, isOutside }: Pick<LedgerEntry, 'type' | 'isOutside'>): boolean =>
  sharedTypes.has(type) && !isOutside;

export type KindAmount = readonly [type: EntryType, amount: Decimal];

/** An amount that was called, or returned as excess. */
export interface CalledAmount {
  readonly type: EntryType;
  readonly amount: Decimal;
  readonly effective: CalendarDate;
  /** The kind of call that an excess returns. Absent if it returns all kinds in proportion. */
  readonly returns?: EntryType | undefined;
}

/** Replaces returned excess by negative calls of the kinds that it returns. Amounts are in the order of their dates. */
export function callsNetOfExcess(amounts: readonly CalledAmount[]): readonly Omit<CalledAmount, 'returns'>[] {
  const called = new Map<EntryType, Decimal>();
  return amounts.flatMap(({ type, amount, effective, returns }) => {
    const kinds = (Object.keys(returnedBy) as EntryType[]).filter((kind) => returnedBy[kind] === type);
    const [first] = returns === undefined ? kinds : [returns];
    const positive = kinds.flatMap((kind): KindAmount[] => {
      const before = called.get(kind) ?? zero;
      return before.gt(0) ? [[kind, before]] : [];
    });
    const parts: readonly KindAmount[] =
      first === undefined
        ? [[type, amount]]
        : returns === undefined && positive.length > 0
          ? splitInProportion(amount.negated(), positive)
          : [[first, amount.negated()]];
    for (const [kind, part] of parts) called.set(kind, (called.get(kind) ?? zero).plus(part));
    return parts.map(([kind, part]) => ({ type: kind, amount: part, effective }));
  });
}

/** Splits a total over kinds in proportion to their amounts. */
export const splitInProportion = (total: Decimal, kinds: readonly KindAmount[]): readonly KindAmount[] =>
  zip(
    kinds,
    allocate(
      total,
      kinds.map(([, amount]) => amount.abs()),
    )._unsafeUnwrap(),
  ).flatMap(([[type], part]): KindAmount[] => (part.isZero() ? [] : [[type, part]]));
