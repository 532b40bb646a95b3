import { z } from 'zod';
import type { Column } from '../core/fields.ts';
import { bases } from './basis.ts';
import { notBoolean } from '../core/paging.ts';
import { date, figureOrNull, id } from '../core/schema.ts';

/** Why figures of a row have no value though they should have one. */
export const notDeterminedFigures = {
  notDetermined: z.array(z.object({ field: z.string(), code: z.string(), message: z.string() })),
};

/** What rows of commitments and investors say beside their figures: return and multiples are across a transfer between partners. */
export const partialReturn = { irrPartial: z.boolean() };

/** The figures of a quarter end. Rates in percent; null does not apply, or is not determined and then named with its reason. */
export const periodFigureShape = {
  commitment: figureOrNull('money'),
  contributions: figureOrNull('money'),
  distributions: figureOrNull('money'),
  recallable: figureOrNull('money'),
  unfunded: figureOrNull('money'),
  nav: figureOrNull('money'),
  navBeforeCarry: figureOrNull('money'),
  carryPaid: figureOrNull('money'),
  unrealised: figureOrNull('money'),
  invested: figureOrNull('money'),
  proceeds: figureOrNull('money'),
  income: figureOrNull('money'),
  cost: figureOrNull('money'),
  fairValue: figureOrNull('money'),
  irr: figureOrNull('rate'),
  grossIrr: figureOrNull('rate'),
  irrAnnualised: z.boolean().nullable(),
  grossIrrAnnualised: z.boolean().nullable(),
  /** ROLLED_FORWARD: the day that the NAV was reported for, when cash since then was added to it. */
  rolledForwardFrom: date().nullable(),
  dpi: figureOrNull('multiple'),
  rvpi: figureOrNull('multiple'),
  tvpi: figureOrNull('multiple'),
  pic: figureOrNull('multiple'),
  grossMoic: figureOrNull('multiple'),
  ...notDeterminedFigures,
};
type Shape = typeof periodFigureShape;

/** The same in a row of a list. */
export const listedFigureShape = {
  ...periodFigureShape,
  /** The last quarter end with figures of a row that is late and has none of the reporting date. */
  lastDate: date().nullable(),
  /** The earlier quarter end whose figures are carried forward to the reporting date. */
  carriedFrom: date().nullable(),
};
export type PeriodFigureName = Exclude<
  keyof Shape,
  'irrAnnualised' | 'grossIrrAnnualised' | 'rolledForwardFrom' | 'notDetermined'
>;

const shown: Readonly<
  Record<PeriodFigureName, { readonly kind: 'money' | 'return' | 'multiple'; readonly title: string }>
> = {
  commitment: { kind: 'money', title: 'Commitment' },
  contributions: { kind: 'money', title: 'Contributions' },
  distributions: { kind: 'money', title: 'Distributions' },
  recallable: { kind: 'money', title: 'Recallable' },
  unfunded: { kind: 'money', title: 'Unfunded' },
  nav: { kind: 'money', title: 'NAV' },
  navBeforeCarry: { kind: 'money', title: 'NAV before carry' },
  carryPaid: { kind: 'money', title: 'Carry paid' },
  unrealised: { kind: 'money', title: 'Unrealized gain' },
  invested: { kind: 'money', title: 'Invested' },
  proceeds: { kind: 'money', title: 'Proceeds' },
  income: { kind: 'money', title: 'Income' },
  cost: { kind: 'money', title: 'Cost' },
  fairValue: { kind: 'money', title: 'Fair value' },
  irr: { kind: 'return', title: 'Net IRR' },
  grossIrr: { kind: 'return', title: 'Gross IRR' },
  dpi: { kind: 'multiple', title: 'DPI' },
  rvpi: { kind: 'multiple', title: 'RVPI' },
  tvpi: { kind: 'multiple', title: 'TVPI' },
  pic: { kind: 'multiple', title: 'PIC' },
  grossMoic: { kind: 'multiple', title: 'Gross MOIC' },
};

export const isPeriodFigure = (name: string): name is PeriodFigureName => Object.hasOwn(shown, name);
/** A figure in words. */
export const figureTitle = (field: PeriodFigureName): string => shown[field].title;

/** The kind by which a figure is compared with another: with more digits than it is shown with, so that a difference is seen. */
export const comparedKind = (field: PeriodFigureName) =>
  (({ money: 'money', return: 'percent', multiple: 'rate' }) as const)[shown[field].kind];

/** Columns of these figures, as every list of performance calls and shows them. */
export const figureColumns = (...names: readonly PeriodFigureName[]): Column[] =>
  names.map((field) => ({ field, ...shown[field] }));

/** Whether rows that are late come with their last figures, marked; they are left out otherwise. */
export const carriesForward = { carriesForward: z.stringbool(notBoolean).optional() };
/** Whose figures those of funds are: of the fee-paying limited partners, or of all partners. */
export const onBasis = { basis: z.enum(bases, `isn’t one of ${bases.join(', ')}`).default('feePaying') };
/** What figures are asked with: a quarter end; the default reporting date when absent. */
export const ofReportingDate = { endDate: date().optional() };
/** What a list of figures is asked with. */
export const listedOn = { ...ofReportingDate, ...carriesForward };

/** A day in an address: `2026-06-30`, or as people write it: `06-30-2026`. */
export const dateInPath = () =>
  z
    .string()
    .overwrite((text) => text.replace(/^(\d{2})-(\d{2})-(\d{4})$/, '$3-$1-$2'))
    .check(z.refine((text) => date().safeParse(text).success, 'is not a calendar date (YYYY-MM-DD)'))
    .meta({ format: 'date' });

/** A quarter end that has figures; that of a record with the vehicles that they are of. */
export const reportingDate = z.object({
  /** The day itself: quarter ends are told apart by nothing else. */
  id: date(),
  endDate: date(),
  reportingDate: date(),
  /** As people read it: `06/30/2026`. */
  formattedDate: z.string(),
  name: z.string(),
  /** A screen shows this quarter end unless another is asked for: the latest one, not after today, at which funds that hold over half of the NAV have figures. */
  isDefault: z.boolean(),
  /** Every vehicle that has begun and is worth something has a value on this day. */
  isWhole: z.boolean(),
  /** The vehicles that have values of earlier days only, from the default date on. */
  late: z.array(z.object({ id: id(), name: z.string(), lastDate: date() })),
  collection: z.array(z.object({ id: id(), name: z.string() })),
});
export type ReportingDate = z.output<typeof reportingDate>;
