import { type CalendarDate, type Decimal, zero } from '@carrara/domain/kernel';
import type { BookedAmount } from '../capitalAccount/index.ts';
import type { LedgerEntry, Source } from '../ledger/index.ts';
import type { UnrealizedGains, VehicleLedger } from '../period/index.ts';
import type { ClosingCarry } from './closingCarry.ts';

/** A carry payment from the vehicle by one source of a distribution, or a repayment by one source of a clawback. Negative if it reverses another. */
export interface CarryPayment {
  readonly kind: 'DISTRIBUTION' | 'LEDGER_RUN';
  readonly runId: string;
  readonly name: string;
  readonly row: number;
  readonly date: CalendarDate;
  readonly amount: Decimal;
}

/** The figures of a vehicle or a partner at the end of a closed quarter. */
export interface ClosedFigures {
  readonly nav: Decimal | null;
  readonly navBeforeCarry: Decimal | null;
  readonly unfunded: Decimal | null;
  /** True if the amounts were reported because the ledger had no cash. */
  readonly isReported: boolean;
}

export interface ClosingLedger extends VehicleLedger {
  readonly entries: readonly (LedgerEntry & { readonly source: Source | null })[];
  readonly commitments: readonly (VehicleLedger['commitments'][number] & { readonly investorName: string })[];
}

export interface VehicleCloseFacts {
  /** The month and day of the vehicle's fiscal year end, such as 12-31. */
  readonly fiscalYearEnd: string;
  readonly carryPaid: readonly CarryPayment[];
  readonly notices: ReadonlyMap<string, string>;
  /** The stored figures of the vehicle and its commitments by quarter end, by their ids. */
  readonly closed: (end: CalendarDate) => ReadonlyMap<string, ClosedFigures>;
  /** The booked carry of each quarter compared with the proposed one. */
  readonly carry: ReadonlyMap<CalendarDate, ClosingCarry>;
}

export const NAV = 95;
const UNREALIZED = 93;

/** True if a data transfer brought the ledger, so that it has only the investor's own side of transfers between partners. */
export const isOneSided = ({ events, entries }: ClosingLedger): boolean =>
  [...events, ...entries].some(({ source }) => source?.kind === 'TRANSFER');

/** Returns each change of the unrealized gain, on the date on which it is allocated. */
export function unrealizedChanges(
  gains: readonly UnrealizedGains[],
  valueOf: (gain: UnrealizedGains) => Decimal,
): BookedAmount[] {
  return gains.map((gain, i) => {
    const before = gains[i - 1];
    const amount = valueOf(gain).minus(before === undefined ? zero : valueOf(before));
    return { booked: gain.end, row: UNREALIZED, amount };
  });
}

/** Adds up amounts. */
export const sum = (amounts: readonly Decimal[]): Decimal =>
  amounts.reduce<Decimal>((total, amount) => total.plus(amount), zero);
