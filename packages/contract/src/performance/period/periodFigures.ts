import { z } from 'zod';
import type { Column } from '../../core/fields.ts';
import { bases } from './basis.ts';
import { notBoolean } from '../../core/paging.ts';
import { date, figureOrNull, id } from '../../core/schema.ts';

/** The reasons why figures of a row have no value although they should. */
export const notDeterminedFigures = {
  notDetermined: z.array(z.object({ field: z.string(), code: z.string(), message: z.string() })),
};

/** An additional field of rows of commitments, investors and funds: true if return and multiples are affected by a transfer between partners. */
export const partialReturn = { irrPartial: z.boolean() };

/** The figures of a quarter end. Rates in percent. Null means that a figure doesn't apply, or isn't determined and listed with its reason. */
export const periodFigureShape = {
  commitment: figureOrNull('money'),
  contributions: figureOrNull('money'),
  distributions: figureOrNull('money'),
  recallable: figureOrNull('money'),
  unfunded: figureOrNull('money'),
  nav: figureOrNull('money'),
  navBeforeCarry: figureOrNull('money'),
  carryPaid: figureOrNull('money'),
  unrealized: figureOrNull('money'),
  invested: figureOrNull('money'),
  proceeds: figureOrNull('money'),
  income: figureOrNull('money'),
  cost: figureOrNull('money'),
  fairValue: figureOrNull('money'),
  irr: figureOrNull('rate'),
  grossIrr: figureOrNull('rate'),
  irrAnnualized: z.boolean().nullable(),
  grossIrrAnnualized: z.boolean().nullable(),
  /** ROLLED_FORWARD: the date for which the NAV was reported, if later cash was added to it. */
  rolledForwardFrom: date().nullable(),
  /** The date of the report that contributions, distributions or unfunded come from, if it is an earlier one. */
  reportedThrough: date().nullable(),
  dpi: figureOrNull('multiple'),
  rvpi: figureOrNull('multiple'),
  tvpi: figureOrNull('multiple'),
  pic: figureOrNull('multiple'),
  grossMoic: figureOrNull('multiple'),
  ...notDeterminedFigures,
};
type Shape = typeof periodFigureShape;

/** The same figures in a row of a list. */
export const listedFigureShape = {
  ...periodFigureShape,
  /** For a late row without figures on the reporting date, its last quarter end with figures. */
  lastDate: date().nullable(),
  /** The earlier quarter end whose figures are carried forward to the reporting date. */
  carriedFrom: date().nullable(),
  /** Says which reported multiples don't match the amounts of the row. */
  contradiction: z.string().nullable().optional(),
};
export type PeriodFigureName = Exclude<
  keyof Shape,
  'irrAnnualized' | 'grossIrrAnnualized' | 'rolledForwardFrom' | 'reportedThrough' | 'notDetermined'
>;

const displayedFigures: Readonly<
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
  unrealized: { kind: 'money', title: 'Unrealized gain' },
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

export const isPeriodFigure = (name: string): name is PeriodFigureName => Object.hasOwn(displayedFigures, name);
export const figureTitle = (field: PeriodFigureName): string => displayedFigures[field].title;

/** Returns the kind for comparing a figure. It has more digits than the display, so that small differences are visible. */
export const comparedKind = (field: PeriodFigureName) =>
  (({ money: 'money', return: 'percent', multiple: 'rate' }) as const)[displayedFigures[field].kind];

/** Returns the columns of these figures, identical in all performance lists. */
export const figureColumns = (...names: readonly PeriodFigureName[]): Column[] =>
  names.map((field) => ({ field, ...displayedFigures[field] }));

/** True to include late rows with their last figures, marked. Otherwise they are left out. */
export const carriesForward = { carriesForward: z.stringbool(notBoolean).optional() };
/** The partners that fund figures include: the fee-paying limited partners, or all partners. */
export const basisQuery = { basis: z.enum(bases, `isn’t one of ${bases.join(', ')}`).default('feePaying') };
/** The date parameter of figures: a quarter end. Defaults to the default reporting date. */
export const reportingDateQuery = { endDate: date().optional() };
/** The parameters of a list of figures. */
export const figureListQuery = { ...reportingDateQuery, ...carriesForward };

/** A date in an address: `2026-06-30` or `06-30-2026`. */
export const dateInPath = () =>
  z
    .string()
    .overwrite((text) => text.replace(/^(\d{2})-(\d{2})-(\d{4})$/, '$3-$1-$2'))
    .pipe(date())
    .meta({ format: 'date' });

/** A quarter end with figures, and the vehicles that have them. */
export const reportingDate = z.object({
  /** The date itself, which is unique among quarter ends. */
  id: date(),
  endDate: date(),
  reportingDate: date(),
  /** In display format: `06/30/2026`. */
  formattedDate: z.string(),
  name: z.string(),
  /**
   * True for the quarter end that screens display by default. This is the latest one up to today at which funds with
   * more than half of the NAV have figures.
   */
  isDefault: z.boolean(),
  /** True if every vehicle with a value has one on this date. */
  isWhole: z.boolean(),
  /** The vehicles with earlier values only, from the default date on. */
  late: z.array(z.object({ id: id(), name: z.string(), lastDate: date() })),
  collection: z.array(z.object({ id: id(), name: z.string() })),
});
export type ReportingDate = z.output<typeof reportingDate>;
