/** The figures of a leaving what-if by category, with their titles. */
export const leavingFigures = {
  pay: {
    baseSalary: 'Base salary on that day',
    salaryEarned: 'Salary earned that year',
    bonus: 'Bonus for that year',
    supplementalBonus: 'Supplemental bonus for that year',
    other: 'Other awards for that year',
  },
  deferred: {
    granted: 'Deferred, granted by then',
    paid: 'Deferred, paid by then',
    closing: 'Deferred, paid later',
    forfeited: 'Deferred, forfeited',
  },
  carry: {
    originalCarryAmount: 'Carry',
    vestedCarryAmount: 'Vested carry',
    forfeitedCarryAmount: 'Unvested carry, forfeited',
  },
} as const;

type Figures = typeof leavingFigures;
export type LeavingGroup = keyof Figures;
export type LeavingFigure = { [G in LeavingGroup]: keyof Figures[G] }[LeavingGroup];

export const leavingTitles: Readonly<Record<LeavingFigure, string>> = {
  ...leavingFigures.pay,
  ...leavingFigures.deferred,
  ...leavingFigures.carry,
};

/** The maximum number of dates to compare. */
export const maxLeavingDates = 12;
