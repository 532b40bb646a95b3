import {
  addsLedger,
  type PaidSources,
  type StatementFigure,
  type StatementPart,
  type StatementText,
} from '@carrara/domain/compensation/statement';
import { required } from '@carrara/domain/kernel';
import { type Kind, notDetermined } from '../core/kinds.ts';
import { displayedDay } from '../core/today.ts';

export const statementTitles: Readonly<Record<StatementFigure, string>> = {
  baseSalary: 'Base salary',
  bonus: 'Bonus',
  supplementalBonus: 'Supplemental bonus',
  other: 'Other',
  totalCash: 'Total cash',
  deferredGranted: 'Deferred granted',
  grossCarryDistributed: 'Gross carry distributed',
  totalCompensation: 'Total compensation',
  salaryEarned: 'Salary earned',
  awardedFor: 'Awarded for the year',
  paidIn: 'Paid in the year',
};

/** Returns a sentence that names the parts that a corrected statement changed. */
export const correctionText = (parts: readonly StatementPart[]): string =>
  parts.length === 0 ? 'Its figures are the same.' : `Changed: ${parts.map((part) => partTitles[part]).join(', ')}.`;
const partTitles: Readonly<Record<StatementPart, string>> = {
  ...statementTitles,
  deferredAwards: 'Deferred awards',
  carry: 'Carry of the year',
  allocations: 'Carry allocations',
};

interface SectionColumn {
  readonly field: string;
  readonly kind: Kind;
  readonly title: string;
  readonly nullIs?: typeof notDetermined;
}
export interface SectionRow extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly isTotal?: boolean;
}
/** A table of a statement, identical on the screen and in the PDF. */
export interface StatementSection {
  readonly id: string;
  readonly title: string;
  /** The currency of its figures, if any. */
  readonly currency?: string;
  readonly columns: readonly SectionColumn[];
  readonly rows: readonly SectionRow[];
  /** Sentences below the table. */
  readonly notes?: readonly string[];
}

const money = (field: string, title: string): SectionColumn => ({ field, kind: 'money', title, nullIs: notDetermined });
const totals: ReadonlySet<StatementFigure> = new Set(['totalCash', 'totalCompensation']);
const compared = (year: number): readonly SectionColumn[] => [
  { field: 'title', kind: 'text', title: 'Figure' },
  money('amount', String(year)),
  money('last', String(year - 1)),
  { field: 'change', kind: 'money', title: 'Change' },
  { field: 'percent', kind: 'percent', title: 'Change %' },
];
const rolled = [
  money('opening', 'Opening'),
  money('granted', 'Granted'),
  money('paid', 'Paid'),
  money('forfeited', 'Forfeited'),
  money('closing', 'Closing'),
  money('vested', 'Vested part of closing'),
] as const;
const currencyColumn = { field: 'currency', kind: 'code', title: 'Currency' } as const;

type OfCurrency = StatementText['currencies'][number];
/** Omits missing values: they have no data, which differs from not determined. */
const row = ({ hasLast }: OfCurrency, { figure, last, ...own }: OfCurrency['figures'][number]): SectionRow => ({
  id: figure,
  figure,
  title: statementTitles[figure],
  ...own,
  ...(hasLast ? { last } : {}),
  ...(totals.has(figure) ? { isTotal: true } : {}),
});

/** Describes the records that the amount paid in a year is based on. */
export function paidFromText({ cash, deferred }: PaidSources): string {
  const ledger = deferred === 'LEDGER';
  if (cash === 'PAYROLL') return ledger ? 'payroll and the deferred award ledger' : 'payroll';
  return ledger ? 'salaries, awards and the deferred award ledger' : 'salaries and awards';
}

function paidFor(year: number, own: OfCurrency): StatementSection {
  const lines = new Map(own.figures.map((figure) => [figure.figure, figure]));
  const part = (figure: string, title: string, amount: string | null): SectionRow => ({
    id: figure,
    figure,
    title,
    amount,
  });
  const figureRow = (figure: StatementFigure): SectionRow =>
    row(own, required(lines.get(figure), `figure ${figure} of the statement`));
  const whole = (figure: 'awardedFor' | 'paidIn'): SectionRow => ({ ...figureRow(figure), isTotal: true });
  const { payroll, records, paidFrom } = own;
  const paidIn = whole('paidIn');
  const { isUnlike } = paidFrom;
  const fromLedger = addsLedger(paidFrom.own);
  const cash = payroll
    ? [
        part(
          'payroll',
          `Payroll, paid from ${displayedDay(payroll.first)} to ${displayedDay(payroll.last)}`,
          payroll.amount,
        ),
        ...(fromLedger ? [part('deferredPaid', 'Deferred awards paid, from the ledger', records.deferred)] : []),
      ]
    : [
        { ...part('salaryEarned', 'Salary earned (no payroll for the year)', records.salaryEarned), id: 'salaryPaid' },
        part('awardsPaid', 'Awards paid', records.awards),
        part('deferredPaid', 'Deferred awards paid', records.deferred),
      ];
  return {
    id: `totals ${own.currency}`,
    title: `Awarded for ${year} and paid in ${year}, in ${own.currency}`,
    currency: own.currency,
    columns: compared(year),
    rows: [
      figureRow('salaryEarned'),
      figureRow('bonus'),
      figureRow('supplementalBonus'),
      figureRow('other'),
      figureRow('deferredGranted'),
      whole('awardedFor'),
      ...cash,
      figureRow('grossCarryDistributed'),
      isUnlike ? { ...paidIn, title: `${statementTitles.paidIn} (see note)` } : paidIn,
    ],
    notes: [
      ...(fromLedger
        ? [
            `Payroll contains no deferred pay for ${year}. The deferred awards paid come from the deferred award ledger.`,
          ]
        : []),
      ...(isUnlike && paidFrom.last
        ? [
            `The amounts paid in ${year} and ${year - 1} come from different records: ${paidFromText(paidFrom.own)} in ${year}, ${paidFromText(paidFrom.last)} in ${year - 1}. Compare them with caution.`,
          ]
        : []),
    ],
  };
}

const isZero = (amount: string | null): boolean => amount !== null && /^-?0*\.?0*$/.test(amount);

/**
 * Returns the currencies of a statement that have a figure. Those with a figure of the year come first, led by the firm's main currency.
 */
export function statedCurrencies({ currencies }: StatementText, mainCurrency: string): StatementText['currencies'] {
  const stated = currencies.filter(({ hasLast, figures }) =>
    figures.some(({ amount, last }) => !isZero(amount) || (hasLast && !isZero(last))),
  );
  const isEmpty = ({ figures }: OfCurrency) => figures.every(({ amount }) => amount === null || isZero(amount));
  const rank = (own: OfCurrency) => (isEmpty(own) ? 2 : 0) + (own.currency === mainCurrency ? 0 : 1);
  return [...stated].sort((a, b) => rank(a) - rank(b));
}

/** Returns the tables of a statement in order. Empty ones are left out. */
export function statementSections(
  text: StatementText,
  mainCurrency: string,
  showsPercentages = true,
): readonly StatementSection[] {
  const { year } = text;
  const ofYear = statedCurrencies(text, mainCurrency).flatMap((own): readonly StatementSection[] => [
    {
      id: `year ${own.currency}`,
      title: `Compensation in ${own.currency}`,
      currency: own.currency,
      columns: compared(year),
      rows: own.figures
        .filter(({ figure }) => figure !== 'awardedFor' && figure !== 'paidIn')
        .map((line) => row(own, line)),
    },
    paidFor(year, own),
  ]);
  const awards = text.deferredAwards.map(
    (award, at): SectionRow => ({ id: `award ${at}`, title: 'Granted', ...award }),
  );
  const sums = text.currencies.flatMap(({ currency, deferred }): readonly SectionRow[] =>
    deferred ? [{ id: currency, figure: 'deferred', title: 'Together', currency, ...deferred, isTotal: true }] : [],
  );
  const sections: readonly StatementSection[] = [
    ...ofYear,
    {
      id: 'deferred',
      title: `Deferred awards, January 1 to December 31, ${year}`,
      columns: [
        { field: 'title', kind: 'text', title: 'Award' },
        { field: 'grantDate', kind: 'date', title: 'Grant date' },
        currencyColumn,
        ...rolled,
      ],
      rows: [...awards, ...sums],
    },
    {
      id: 'carry',
      title: `Carry for ${year} by fund`,
      columns: [
        { field: 'holder', kind: 'text', title: 'Fund' },
        currencyColumn,
        money('gross', 'Gross'),
        money('tax', 'Tax'),
        money('escrow', 'Escrow'),
        money('other', 'Other'),
        money('net', 'Net'),
        money('estimated', 'Estimated'),
      ],
      rows: text.carry.map((line): SectionRow => ({ ...line, id: `${line.holderId} ${line.currency}` })),
    },
    {
      id: 'allocations',
      title: `Allocations on December 31, ${year}`,
      columns: [
        { field: 'holder', kind: 'text', title: 'Fund' },
        { field: 'source', kind: 'text', title: 'Source' },
        ...(showsPercentages ? [{ field: 'effective', kind: 'percent', title: 'Allocation %' } as const] : []),
        { field: 'vested', kind: 'percent', title: 'Vested %', nullIs: notDetermined },
      ],
      rows: text.allocations.map(
        ({ reason, ...line }, at): SectionRow => ({
          ...line,
          id: `allocation ${at}`,
          notDetermined: reason ? [{ field: 'vested', code: 'NO_VESTING', message: reason }] : [],
        }),
      ),
    },
  ];
  return sections.filter(({ rows }) => rows.length > 0);
}

/** Explains why a statement's figure isn't determined. */
export const withoutSalary = (days: number): string =>
  `No salary is recorded for ${days} ${days === 1 ? 'day' : 'days'} of employment in the year.`;
