import type { CalendarDate, Decimal } from '@carrara/domain/kernel';
import type { Source } from '../ledger/index.ts';

/** The figures that an administrator or a general partner can report for a vehicle, or for a commitment to it, on a date. */
export const reportedFigures = {
  nav: { title: 'NAV', kind: 'money' },
  navBeforeCarry: { title: 'NAV before carry', kind: 'money' },
  commitment: { title: 'Commitment', kind: 'money' },
  contributions: { title: 'Contributions', kind: 'money' },
  distributions: { title: 'Distributions', kind: 'money' },
  unfunded: { title: 'Unfunded', kind: 'money' },
  irr: { title: 'Net IRR', kind: 'return' },
  tvpi: { title: 'TVPI', kind: 'multiple' },
  dpi: { title: 'DPI', kind: 'multiple' },
} as const;
export type ReportedName = keyof typeof reportedFigures;
export const reportedNames = Object.keys(reportedFigures) as readonly ReportedName[];

/** A reported figure. It is stored next to the ledger and never overwrites it. Rates in percent. */
export interface ReportedFigure {
  readonly id: string;
  /** Null for the vehicle as a whole. */
  readonly commitmentId: string | null;
  readonly figure: ReportedName;
  readonly date: CalendarDate;
  readonly value: Decimal;
  /** The end of the quarter that shows it. */
  readonly booked: CalendarDate;
  /** If there are several for one date, the latest counts. */
  readonly seq: number;
  /** The figure that this one withdraws. */
  readonly reversalOf: string | null;
  readonly source?: Source | null;
}
