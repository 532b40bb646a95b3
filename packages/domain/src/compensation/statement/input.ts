import { type CalendarDate, calendarDate, type Decimal } from '../../kernel/index.ts';
import type { AwardOfYear, DatedMoney } from '../award/index.ts';
import type { DeferredEntry } from '../deferred/index.ts';
import type { SalaryFrom, Span } from '../salary/index.ts';

interface AwardPaid extends AwardOfYear {
  /** Null until it is paid. */
  readonly paidOn: CalendarDate | null;
}

/** The ledger of a deferred award. */
export interface DeferredLedger {
  readonly grantDate: CalendarDate;
  readonly currency: string;
  readonly entries: readonly DeferredEntry[];
}

/** A row of payroll. */
export interface PayrollPaid extends DatedMoney {
  /** True if its pay type is a kind of deferred pay. */
  readonly isDeferred: boolean;
}

/** The fund or coinvestment that the carry comes from. */
interface OfHolder {
  readonly holderId: string;
  readonly holder: string;
}

/** A payment of a disbursed distribution from a fund to the person and their own trusts. */
interface CarryPaid extends OfHolder {
  readonly on: CalendarDate;
  readonly currency: string;
  readonly gross: Decimal;
  readonly tax: Decimal;
  readonly escrow: Decimal;
  /** Loan repayments and other adjustments. */
  readonly other: Decimal;
  readonly net: Decimal;
}

/** A share of a source's carry held at the end of the year. */
export interface Allocation extends OfHolder {
  readonly source: string;
  readonly effective: Decimal;
  /** In percent; null, with the reason, if not determined. */
  readonly vested: Decimal | null;
  readonly reason: string | null;
}

/** The carry that current forecasts expect after the end of the year. */
interface CarryEstimated extends OfHolder {
  readonly currency: string;
  readonly amount: Decimal;
}

export interface StatementInput {
  readonly year: number;
  readonly salaries: readonly SalaryFrom[];
  readonly employment: readonly Span[];
  readonly awards: readonly AwardPaid[];
  readonly deferred: readonly DeferredLedger[];
  readonly payroll: readonly PayrollPaid[];
  readonly carry: readonly CarryPaid[];
  readonly allocations: readonly Allocation[];
  readonly estimates: readonly CarryEstimated[];
}

export const firstDay = (year: number): CalendarDate => calendarDate(`${String(year).padStart(4, '0')}-01-01`);
export const lastDay = (year: number): CalendarDate => calendarDate(`${String(year).padStart(4, '0')}-12-31`);
