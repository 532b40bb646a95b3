import type { CalendarDate, Decimal } from '../../kernel/index.ts';
import type { EnteredCarryTerms } from '../carryTerms/index.ts';
import type { BookedEvent } from '../period/index.ts';
import type { Commitment, LedgerEntry, PassableEntry } from '../ledger/index.ts';

/** The investor of a commitment. */
interface LiquidationPartner extends Commitment {
  readonly investorId: string;
  readonly name: string;
  readonly investorTypeId: string;
}

export interface LiquidationEntry extends PassableEntry, Pick<LedgerEntry, 'holdingId' | 'isRecallable'> {
  /** The due date of its notice. Null without one. */
  readonly dueDate: CalendarDate | null;
}

/** The figures of a commitment at the quarter end. */
interface PartnerFigures {
  readonly commitmentId: string;
  /** Null if not determined. */
  readonly navBeforeCarry: Decimal | null;
  /** Null if the carry is unknown. */
  readonly carryPaid: Decimal | null;
  /** True if the ledger has no cash, so that the sums are reported ones. */
  readonly isReported: boolean;
}

interface HoldingValue {
  readonly date: CalendarDate;
  /** The cost of all that was bought by then. */
  readonly invested: Decimal;
  /** The cost of what the fund still owned. */
  readonly cost: Decimal;
  readonly fairValue: Decimal;
}

/** The figures of a holding at the quarter end. Amounts are null if not determined. */
export interface LiquidationHolding {
  readonly id: string;
  readonly investmentId: string;
  readonly name: string;
  readonly invested: Decimal | null;
  readonly proceeds: Decimal | null;
  readonly income: Decimal | null;
  readonly fairValue: Decimal | null;
  /** Its values at this and earlier quarter ends, under terms that count write-downs. Empty under others. */
  readonly values: readonly HoldingValue[];
  /** The cost that its sales relieved, and each reversal as a negative amount. Empty like `values`. */
  readonly sales: readonly { readonly date: CalendarDate; readonly cost: Decimal }[];
}

/** A version of carry terms that a result names. */
export interface LiquidationTerms {
  readonly id: string;
  readonly effectiveDate: CalendarDate;
  readonly entered: EnteredCarryTerms;
}

/** The stored data of a vehicle that a hypothetical liquidation needs. */
export interface LiquidationBook {
  readonly vehicleId: string;
  /** The quarter end of the figures: the requested one, or the last one of a vehicle that had ended by then. */
  readonly until: CalendarDate;
  /** The terms in force on the day of the liquidation. */
  readonly terms: LiquidationTerms | null;
  readonly partners: readonly LiquidationPartner[];
  /** The commitment changes that the quarter end shows. */
  readonly events: readonly BookedEvent[];
  /** The entries that the quarter end shows: calls, distributions, carry paid and returned, transfers, carry earned by acts. */
  readonly entries: readonly LiquidationEntry[];
  readonly figures: readonly PartnerFigures[];
  readonly holdings: readonly LiquidationHolding[];
}

/** Changes to the facts of a liquidation. */
export interface WhatIf {
  /** The amount for which everything is sold, before carry. Null for the NAV before carry. */
  readonly exitValue: Decimal | null;
  /** The same in percent of the NAV before carry, if there is no exit value. */
  readonly navPercent?: Decimal | null;
  /** The day of the sale. Null for the quarter end. */
  readonly exitDate: CalendarDate | null;
}
