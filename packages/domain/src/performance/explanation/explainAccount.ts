import {
  type CalendarDate,
  type Decimal,
  defineFormula,
  figure,
  type Path,
  required,
  zero,
} from '@carrara/domain/kernel';
import {
  type AccountColumn,
  accountPeriods,
  accountRowFormula,
  bookedCommitments,
  bookedRows,
  bridgeOfAccount,
  bridgeParts,
  bridgeRows,
  type CapitalAccount,
  capitalAccount,
  type StatementDates,
  templateRow,
  templateRowNumbers,
  formulaTerms,
} from '../capitalAccount/index.ts';
import { commitmentEventKinds, effectOfShare, eventAmount } from '../ledger/index.ts';
import { holdingsOn, vehicleFigures } from './book.ts';
import type { CountedPart } from './capitalFacts.ts';
import { explainCapital } from './explainCapital.ts';
import type { FindName } from './explainHoldings.ts';
import { explainReportedAccount, rowLabel, type ReportedRow } from './explainReportedAccount.ts';
import { sentFormula } from './explainReported.ts';
import { sumOfLedgerFormula } from './formulas.ts';
import { type CountedFact, type PerformanceStep, type StepNotes, sumAmounts, StepRecorder } from './performanceStep.ts';

const source = 'ILPA Reporting Template v2.0, 2025; docs/calculations/capital-account.md';
const openingFormula = defineFormula({
  id: 'performance.opening',
  text: 'the opening value of the row is the closing value of everything before',
  inputs: { closing: 'money' },
  result: 'money',
  source,
});
const bookedFormula = sumOfLedgerFormula(
  'bookedRow',
  'the sum of the entries booked in the row in the period, with the template’s sign',
);
const unrealizedRowFormula = defineFormula({
  id: 'performance.unrealizedRow',
  text: 'row 93 = unrealized gain at the end - at the beginning + carry accrued on it, which is negative',
  inputs: { unrealized: 'money', before: 'money', accrued: 'money' },
  result: 'money',
  source,
});
const bridgeFormula = defineFormula({
  id: 'performance.bridgeStep',
  text: 'a step of the NAV bridge is the sum of its capital account rows; gains are before carry, which is a separate step',
  inputs: { row: 'money', deducted: 'money' },
  result: 'money',
  source: 'docs/calculations/nav-bridge.md',
});

const UNREALIZED = 93;
const COMMITMENT = 108;
const BEGINNING_UNFUNDED = 109;
const RELEASED = 112;

interface BookedFact {
  readonly row: number;
  readonly booked: CalendarDate;
  readonly fact: CountedFact;
}

export interface ExplainedAccount {
  readonly part: CountedPart;
  readonly dates: StatementDates;
  readonly nameOf: FindName;
}

/**
 * Explains each row of a capital account and each step of the NAV bridge, by the template's formulas down to the entries of a row.
 *
 * Supported paths: `[period, row]`, `['bridge', period, step]`.
 *
 * Source: ILPA Reporting Template v2.0, 2025; docs/calculations/capital-account.md, nav-bridge.md.
 */
export function explainAccount({ part, dates, nameOf }: ExplainedAccount): (path: Path) => PerformanceStep | undefined {
  const { book, ids } = part;
  const { ledger, end } = book;
  const steps = new StepRecorder();
  const notes = () => ({});
  const figures = vehicleFigures(book);
  explainCapital(steps, 'all', [part], {
    end,
    policy: book.policy,
    figures,
    notes,
    nameOf,
    isMeasured: false,
    owner: '',
  });
  const facts = bookedFacts(part);
  const marks = [...new Set([dates.yearFrom, dates.quarterFrom, dates.end])].sort();
  const unrealized = new Map(marks.map((day) => [day, unrealizedAt(part, day)]));
  const unrealizedOn = (day: CalendarDate) => required(unrealized.get(day), 'the unrealized gain at a quarter end');
  const shares = ledger.entries.flatMap(({ type, booked, shares: all }) =>
    all.filter(({ commitmentId }) => ids.has(commitmentId)).map((share) => ({ ...share, type, booked })),
  );
  const gains = marks.map((day, i) => ({
    booked: day,
    row: UNREALIZED,
    amount: unrealizedOn(day).minus(i === 0 ? zero : unrealizedOn(required(marks[i - 1], 'the earlier quarter end'))),
  }));
  const input = {
    amounts: [...bookedRows(shares), ...gains],
    commitments: bookedCommitments(ledger.events.filter(({ commitmentId }) => ids.has(commitmentId))),
  };
  const accountAt = (on: StatementDates): CapitalAccount => capitalAccount(input, on);
  const ofLedger = accountAt(dates);
  const reported =
    book.navBasis === 'REPORTED' ? explainReportedAccount(steps, part, dates, { ledger: ofLedger, nameOf }) : undefined;
  // The account of a single commitment is displayed as the manager sent it.
  const [sent] = book.end === dates.end && book.statements.length === 1 ? book.statements : [];
  const account = sent?.account ?? reported?.adjusted ?? ofLedger;
  const columns: { path: Path; column: AccountColumn; from: CalendarDate | null; to: CalendarDate }[] = [
    { path: ['QTD'], column: account.QTD, from: dates.quarterFrom, to: dates.end },
    { path: ['YTD'], column: account.YTD, from: dates.yearFrom, to: dates.end },
    { path: ['ITD'], column: account.ITD, from: null, to: dates.end },
    ...[...new Set([dates.quarterFrom, dates.yearFrom])].map((day) => ({
      path: ['until', day],
      column: accountAt({ end: day, quarterFrom: day, yearFrom: day }).ITD,
      from: null,
      to: day,
    })),
  ];
  const explainRow = rowExplainer(steps, facts, dates.end, unrealizedOn);
  for (const { path, column, from, to } of columns) {
    const isUntil = path[0] === 'until';
    for (const row of templateRowNumbers) {
      const rule = templateRow(row);
      if (rule === undefined || rule.heading) continue;
      const name = `${String(row)} ${rule.label}${isUntil ? ', until then' : ''}`;
      const explained = {
        path,
        row,
        name,
        from,
        value: column.get(row),
        at: (other: number) => column.get(other) ?? zero,
      };
      if (sent !== undefined && !isUntil) {
        const why = column.has(row) ? {} : reported?.why;
        steps.step([...path, row], sentFormula('nav', 'money'), {}, column.get(row) ?? null, { name, ...why });
      } else if (isUntil || !reported?.explain(explained)) explainRow({ ...explained, to }, rule);
    }
  }
  explainBridge(steps, account, reported?.why);
  return (path) => steps.tree(path);
}

interface ExplainedRow extends ReportedRow {
  readonly to: CalendarDate;
}

/** Returns a function that explains a row from the ledger: by the template's formula, by its closing row, or by its entries. */
function rowExplainer(
  steps: StepRecorder,
  facts: readonly BookedFact[],
  end: CalendarDate,
  unrealizedOn: (day: CalendarDate) => Decimal,
) {
  return (
    { path, row, name, from, to, value: rowValue, at }: ExplainedRow,
    rule: NonNullable<ReturnType<typeof templateRow>>,
  ): void => {
    const value = rowValue ?? zero;
    if (rule.formula !== undefined) {
      const terms = formulaTerms(rule.formula);
      const names = { row: terms.map((term) => `${term.sign < 0 ? 'less ' : ''}${rowLabel(term.row)}`) };
      steps.step(
        [...path, row],
        accountRowFormula,
        { formula: rule.formula, row: terms.map((term) => figure([...path, term.row], at(term.row))) },
        value,
        { name, names },
      );
    } else if (rule.opens !== undefined && from !== null) {
      steps.step([...path, row], openingFormula, { closing: figure(['until', from, rule.opens], value) }, value, {
        name,
      });
    } else if (row === UNREALIZED) {
      const own = facts.filter((fact) => fact.row === row && isWithin(fact, from, to)).map(({ fact }) => fact);
      const now = unrealizedOn(to);
      const current = to === end ? figure(['all', 'unrealized'], now) : now;
      const before = from === null ? zero : unrealizedOn(from);
      const accrued = sumAmounts(own.map(({ counted }) => counted));
      steps.step([...path, row], unrealizedRowFormula, { unrealized: current, before, accrued }, value, {
        name,
        facts: own,
      });
    } else {
      const own = facts.filter((fact) => isIn(fact, row, from) && isWithin(fact, rule.isBalance ? null : from, to));
      steps.step([...path, row], bookedFormula, { counted: own.length }, value, {
        name,
        facts: own.map(({ fact }) => fact),
      });
    }
  };
}

/** Explains the steps of the NAV bridge by the rows of the account. `why` says why a row has no value. */
function explainBridge(steps: StepRecorder, account: CapitalAccount, why: StepNotes | undefined): void {
  for (const period of accountPeriods) {
    const bridge = bridgeOfAccount(account[period]);
    for (const step of bridgeParts) {
      const value = step === 'opening' || step === 'closing' ? bridge[step] : bridge.steps[step];
      const figuresAt = (rows: readonly number[]) =>
        rows.map((row) => figure([period, row], account[period].get(row) ?? zero));
      const [added, off] = [
        bridgeRows[step].filter((row) => row > 0),
        bridgeRows[step].filter((row) => row < 0).map((row) => -row),
      ];
      const isDetermined = bridgeRows[step].every((row) => account[period].has(Math.abs(row)));
      steps.step(
        ['bridge', period, step],
        bridgeFormula,
        { row: figuresAt(added), deducted: figuresAt(off) },
        isDetermined ? value : null,
        {
          ...(isDetermined ? {} : why),
          names: { row: added.map(rowLabel), deducted: off.map((row) => `less ${rowLabel(row)}`) },
        },
      );
    }
  }
}

const isWithin = ({ booked }: BookedFact, from: CalendarDate | null, to: CalendarDate) =>
  booked <= to && (from === null || booked > from);

/**
 * Returns true if a fact belongs to a row. Since inception, the unfunded commitment begins with the committed amount, which is the sum of all its
 * changes.
 */
function isIn({ row, fact }: BookedFact, requestedRow: number, from: CalendarDate | null): boolean {
  if (fact.kind !== 'COMMITMENT') return row === requestedRow;
  if (requestedRow === COMMITMENT) return true;
  return (from === null && row !== RELEASED ? BEGINNING_UNFUNDED : row) === requestedRow;
}

/** Returns the facts of the ledger with their rows. */
function bookedFacts({ book, ids }: CountedPart): readonly BookedFact[] {
  const entries = book.ledger.entries.flatMap((entry) => {
    const byRow = new Map<number, Decimal>();
    for (const share of entry.shares) {
      if (!ids.has(share.commitmentId)) continue;
      for (const { row, amount } of effectOfShare(entry, share).rows)
        byRow.set(row, (byRow.get(row) ?? zero).plus(amount));
    }
    return [...byRow].flatMap(([row, counted]): BookedFact[] =>
      counted.isZero() ? [] : [{ row, booked: entry.booked, fact: { kind: 'ENTRY', record: entry, counted } }],
    );
  });
  const events = book.ledger.events.flatMap((event): BookedFact[] => {
    const { row } = commitmentEventKinds[event.kind];
    const counted = eventAmount(event);
    return row === null || !ids.has(event.commitmentId) || counted.isZero()
      ? []
      : [{ row, booked: event.booked, fact: { kind: 'COMMITMENT', record: event, counted } }];
  });
  return [...entries, ...events];
}

function unrealizedAt({ book, ids }: CountedPart, day: CalendarDate): Decimal {
  const holdings = holdingsOn(book.ledger, day);
  return sumAmounts([...ids].flatMap((id) => holdings.map(({ gain }) => gain.shareOf(id)?.share ?? zero)));
}
