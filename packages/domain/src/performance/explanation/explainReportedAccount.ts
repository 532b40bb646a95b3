import {
  type CalendarDate,
  type Decimal,
  defineFormula,
  type FailureCode,
  figure,
  type Path,
  zero,
} from '@carrara/domain/kernel';
import { accountRowFormula, type CapitalAccount, type StatementDates, templateRow } from '../capitalAccount/index.ts';
import { type Figures, unreportedShort } from '../period/index.ts';
import { type ReportedAt, unreportedSums, withReportedNavs } from '../statement/index.ts';
import { bookOn } from './book.ts';
import type { CountedPart } from './capitalFacts.ts';
import { explainCapital } from './explainCapital.ts';
import type { FindName } from './explainHoldings.ts';
import { undeterminedReason } from './remedies.ts';
import type { StepNotes, StepRecorder } from './performanceStep.ts';

const source = 'docs/calculations/capital-account.md';
const reportedFormula = defineFormula({
  id: 'performance.reportedRow',
  text: 'as reported for that day',
  inputs: { reported: 'money' },
  result: 'money',
  source,
});
const changeFormula = defineFormula({
  id: 'performance.reportedChange',
  text: 'reported at the end less reported at the beginning; distributions are negative',
  inputs: { until: 'money', before: 'money' },
  result: 'money',
  source,
});

/** Rows computed from others if net asset values are reported: the first term less the rest. */
const remainders: Readonly<Record<number, readonly [number, ...number[]]>> = {
  93: [94, 92],
  94: [95, 12, 18, 91],
  104: [95, 103],
};
/** Rows with a figure as of a date. */
const ofDay = {
  12: ['nav', 'begins'],
  95: ['nav', 'ends'],
  108: ['commitment', 'ends'],
  109: ['unfunded', 'begins'],
  114: ['unfunded', 'ends'],
} as const;
const changes = { 13: 'contributions', 14: 'distributions' } as const;

export interface ReportedRow {
  readonly path: Path;
  readonly row: number;
  readonly name: string;
  readonly from: CalendarDate | null;
  readonly value: Decimal | undefined;
  /** Returns another row of the column. */
  readonly at: (row: number) => Decimal;
}

export interface ReportedAccount {
  readonly adjusted: CapitalAccount;
  /** True if the ledger has no cash, so that all amounts are reported. */
  readonly isReported: boolean;
  /** Records a row that depends on reported values, or the reason why it has no value. Returns false for a row that comes from the ledger. */
  readonly explain: (row: ReportedRow) => boolean;
  readonly why: StepNotes;
}

/** Explains the account of a vehicle with reported values, or of a commitment to it. */
export function explainReportedAccount(
  steps: StepRecorder,
  part: CountedPart,
  dates: StatementDates,
  { ledger: account, nameOf }: { readonly ledger: CapitalAccount; readonly nameOf: FindName },
): ReportedAccount {
  const { ledger } = part.book;
  const { figuresAt, sentAt } = explainFiguresAt(steps, part, dates, nameOf);
  const isCashAt = (day: CalendarDate) => figuresAt.get(day)?.carryPaid === null || sentAt.has(day);
  const reportedOf = (_id: string | null, day: CalendarDate): ReportedAt | undefined => {
    if (ledger.events.every(({ booked }) => booked > day)) return undefined;
    const figures = figuresAt.get(day);
    const isReported = figures?.recallable === null;
    return {
      nav: figures?.nav ?? null,
      reported: isReported ? figures : null,
      isCashAlone: !isReported && isCashAt(day),
    };
  };
  const { fund: adjusted } = withReportedNavs(
    { partners: new Map(), fund: account, gp: account },
    [],
    reportedOf,
    dates,
  );
  const isReportedAtEnd = figuresAt.get(dates.end)?.recallable === null;
  const isCashAlone = !isReportedAtEnd && isCashAt(dates.end);
  const [code, message]: [FailureCode, string] = isReportedAtEnd
    ? ['NOT_REPORTED', unreportedShort]
    : ['NAV_MISSING', 'There is no net asset value at the beginning and end of this period.'];
  const why: StepNotes = { whyNot: undeterminedReason({ code, message }) };
  const cashAlone: StepNotes = {
    whyNot: undeterminedReason({
      code: 'NOT_REPORTED',
      message: 'The cash came with a data transfer, which doesn’t include this row.',
    }),
  };
  const on = (day: CalendarDate | null, name: 'nav' | keyof NonNullable<ReportedAt['reported']>) => {
    const value = day === null ? undefined : figuresAt.get(day)?.[name];
    return day === null || value === undefined || value === null ? zero : figure([day, name], value);
  };
  const explain = ({ path: rowPath, row, name, from, value, at }: ReportedRow): boolean => {
    const path = [...rowPath, row];
    const dated = ofDay[row as keyof typeof ofDay];
    const others = remainders[row];
    const isUnreported = isCashAlone && value === undefined && row !== 12 && row !== 95;
    const isReported = isReportedAtEnd || isUnreported || row === 12 || row === 95 || others !== undefined;
    if (!isReported) return false;
    if (isUnreported) steps.step(path, reportedFormula, { reported: zero }, null, { name, ...cashAlone });
    else if (value === undefined) steps.step(path, reportedFormula, { reported: zero }, null, { name, ...why });
    else if (dated !== undefined) {
      const day = dated[1] === 'ends' ? dates.end : from;
      steps.step(path, reportedFormula, { reported: on(day, dated[0]) }, value, { name });
    } else if (others !== undefined) {
      const [first, ...rest] = others;
      steps.step(
        path,
        accountRowFormula,
        { formula: others.join(' - '), row: others.map((other) => figure([...rowPath, other], at(other))) },
        value,
        { name, names: { row: [rowLabel(first), ...rest.map((item) => `less ${rowLabel(item)}`)] } },
      );
    } else {
      const change = changes[row as keyof typeof changes];
      steps.step(path, changeFormula, { until: on(dates.end, change), before: on(from, change) }, value, { name });
    }
    return true;
  };
  return { adjusted, isReported: isReportedAtEnd, explain, why };
}

/** Returns the number and title of a template row. */
export const rowLabel = (row: number) => `${String(row)} ${templateRow(row)?.label ?? ''}`;

/** Explains the figures at the beginning and end of the periods. Returns them by date, with the dates for which a data transfer was sent. */
function explainFiguresAt(steps: StepRecorder, part: CountedPart, dates: StatementDates, nameOf: FindName) {
  const owner = part.ids.size === part.book.states.length ? 'VEHICLE' : 'COMMITMENT';
  const figuresAt = new Map<CalendarDate, Figures>();
  const sentAt = new Set<CalendarDate>();
  for (const day of new Set([dates.yearFrom, dates.quarterFrom, dates.end])) {
    const book = bookOn(part.book.ledger, day);
    const own = book?.subjects.find(
      ({ subject, id }) => subject === owner && (owner === 'VEHICLE' || part.ids.has(id)),
    );
    if (book === undefined || own === undefined) continue;
    // Same rule as in `reportedOn`.
    const isLate = book.end !== day && own.nav?.isZero() !== true;
    const figures = isLate ? { ...own, nav: null, ...(own.recallable === null ? unreportedSums : {}) } : own;
    figuresAt.set(day, figures);
    if (book.statements.length > 0) sentAt.add(day);
    explainCapital(steps, day, [{ book, ids: part.ids }], {
      end: day,
      policy: book.policy,
      figures,
      notes: () => ({}),
      nameOf,
      isMeasured: false,
      owner: `, ${day}`,
      whole: owner === 'VEHICLE' ? book.reported?.vehicle : undefined,
    });
  }
  return { figuresAt, sentAt };
}
