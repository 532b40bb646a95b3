import type { CalendarDate, Decimal, FailureCode } from '@carrara/domain/kernel';

/** The kinds of records that have figures. */
export type Subject = 'VEHICLE' | 'HOLDING' | 'COMMITMENT' | 'INVESTOR';

export const moneyFigures = [
  'commitment',
  'contributions',
  'distributions',
  'recallable',
  'unfunded',
  'nav',
  'navBeforeCarry',
  'carryPaid',
  'unrealized',
  'invested',
  'proceeds',
  'income',
  'cost',
  'fairValue',
] as const;
/** Rates are fractions: 0.1 is 10%. */
export const rateFigures = ['irr', 'grossIrr'] as const;
export const multipleFigures = ['dpi', 'rvpi', 'tvpi', 'pic', 'grossMoic'] as const;

export const figureNames = [...moneyFigures, ...rateFigures, ...multipleFigures] as const;

export type MoneyFigure = (typeof moneyFigures)[number];
export type RateFigure = (typeof rateFigures)[number];
export type MultipleFigure = (typeof multipleFigures)[number];
export type FigureName = MoneyFigure | RateFigure | MultipleFigure;

/** The reason why a figure has no value although it should. */
export interface NotDetermined {
  readonly field: FigureName;
  readonly code: FailureCode;
  readonly message: string;
}

/** A value. Null means that it doesn't apply, or that it isn't determined and listed with its reason. */
export type Figures = { readonly [F in FigureName]: Decimal | null } & {
  readonly irrAnnualized: boolean | null;
  readonly grossIrrAnnualized: boolean | null;
  /** ROLLED_FORWARD: the date for which the NAV was reported, if later cash was added to it. */
  readonly rolledForwardFrom: CalendarDate | null;
  /** The date of the report that contributions, distributions or unfunded come from, if it is an earlier one. */
  readonly reportedThrough: CalendarDate | null;
  readonly notDetermined: readonly NotDetermined[];
};

export interface SubjectFigures extends Figures {
  readonly subject: Subject;
  readonly id: string;
}

export const blankFigures: Figures = {
  ...(Object.fromEntries(figureNames.map((name) => [name, null])) as Record<FigureName, null>),
  irrAnnualized: null,
  grossIrrAnnualized: null,
  rolledForwardFrom: null,
  reportedThrough: null,
  notDetermined: [],
};
