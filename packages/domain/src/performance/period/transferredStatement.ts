import { type CalendarDate, type Decimal, decimal, err, fail, hundred, ok, zero } from '@carrara/domain/kernel';
import { multipleOnInvested } from '@carrara/domain/kernel/measures';
import { type Capital, CapitalSum, notes } from './capital.ts';
import { type Figures, blankFigures } from './figures.ts';
import { unsentShort } from './reasons.ts';

/** The investor's share of one or all holdings, as the manager sent it. */
export interface TransferredPosition {
  readonly invested: Decimal;
  readonly proceeds: Decimal;
  readonly income: Decimal;
  readonly cost: Decimal;
  /** Null if the manager couldn't determine it. */
  readonly fairValue: Decimal | null;
  /** A fraction; null if the manager has none, or has several for securities. */
  readonly grossIrr: Decimal | null;
  readonly grossIrrAnnualized: boolean | null;
}

/** The capital account and the portfolio of a commitment at a quarter end, from an accepted data transfer. */
export interface TransferredStatement {
  readonly transferId: string;
  readonly commitmentId: string;
  readonly end: CalendarDate;
  /** The latest for a quarter end counts. */
  readonly seq: number;
  /** Rows of the Reporting Template in the quarter, the fiscal year and since inception. */
  readonly account: Readonly<Record<'QTD' | 'YTD' | 'ITD', ReadonlyMap<number, Decimal>>>;
  /** By holding of this tenant. */
  readonly holdings: ReadonlyMap<string, TransferredPosition>;
  /** Null if the manager sent no portfolio. */
  readonly total: TransferredPosition | null;
}

/** Returns the latest statement of each commitment at a quarter end. */
export function statementsOn(
  statements: readonly TransferredStatement[],
  end: CalendarDate,
): ReadonlyMap<string, TransferredStatement> {
  const found = new Map<string, TransferredStatement>();
  for (const statement of statements)
    if (statement.end === end && (found.get(statement.commitmentId)?.seq ?? -1) < statement.seq)
      found.set(statement.commitmentId, statement);
  return found;
}

/**
 * Completes the capital of a commitment, for which a data transfer brought only cash, with carry and gains from its capital account.
 *
 *     unrealized gain = row 93 - row 97;  carry owed = row 103;  carry paid = row 101 + row 102
 *
 * Source: docs/calculations/vehicle-ledger.md.
 */
export function withStatement(capital: CapitalSum, statement: TransferredStatement | undefined): CapitalSum {
  const rows = [93, 97, 101, 102, 103].map((row) => statement?.account.ITD.get(row));
  const [gain, accrued, paid, returned, owed] = rows;
  if (!capital.unreported.has('operations') || !gain || !accrued || !paid || !returned || !owed) return capital;
  const total = new CapitalSum().add(capital);
  total.unreported.delete('operations');
  total.unrealized = gain.minus(accrued);
  total.carryPaid = paid.plus(returned);
  total.carryOwed = owed;
  return total;
}

/** Combines the gross figures of positions. A rate exists only for a single position, because rates can't be added up. */
export function transferredFigures(positions: readonly TransferredPosition[]): Figures {
  const { notDetermined, note } = notes();
  const { invested, proceeds, income, cost, fairValue: value } = sumOfAmounts(positions);
  const fairValue = note(
    ['fairValue', 'unrealized', 'grossMoic'],
    value === null ? err(notSent('fairValue')) : ok(value),
  );
  const only = positions.length === 1 ? positions[0] : undefined;
  const grossIrr = only?.grossIrr ?? null;
  if (grossIrr === null) note(['grossIrr'], err(notSent('grossIrr')));
  return {
    ...blankFigures,
    invested,
    proceeds,
    income,
    cost,
    fairValue,
    unrealized: fairValue && fairValue.minus(cost),
    grossIrr,
    grossIrrAnnualized: only?.grossIrrAnnualized ?? null,
    grossMoic: fairValue && multipleOnInvested({ realized: proceeds.plus(income), unrealized: fairValue, invested }),
    notDetermined,
  };
}

type SentAmounts = Pick<TransferredPosition, 'invested' | 'proceeds' | 'income' | 'cost' | 'fairValue'>;
/** Adds up the amounts of positions. The fair value isn't determined if that of any isn't. */
function sumOfAmounts(positions: readonly SentAmounts[]) {
  const sum = (valueOf: (position: SentAmounts) => Decimal | null) =>
    positions.reduce<Decimal>((all, position) => all.plus(valueOf(position) ?? zero), zero);
  return {
    invested: sum(({ invested }) => invested),
    proceeds: sum(({ proceeds }) => proceeds),
    income: sum(({ income }) => income),
    cost: sum(({ cost }) => cost),
    fairValue: positions.some(({ fairValue }) => fairValue === null) ? null : sum(({ fairValue }) => fairValue),
  };
}

const notSent = (name: string) => fail('NOT_REPORTED', [name], unsentShort);

/** Returns true if statements cover the operations and holdings behind all capital. */
export const coversAllCapital = (accounts: ReadonlyMap<string, Capital>): boolean =>
  ![...accounts.values()].some(({ unreported }) => unreported.has('operations'));

/** A line of a portfolio as a package contains it. */
export interface SentLine {
  readonly fundInvestmentId?: string;
  readonly invested: string;
  readonly proceeds: string;
  readonly income: string;
  readonly remainingCost: string;
  readonly fairValue: string | null;
  readonly grossIrr: string | null;
  readonly grossIrrAnnualized: boolean | null;
}
interface SentRow {
  readonly row: number;
  readonly qtd: string | null;
  readonly ytd: string | null;
  readonly itd: string | null;
}
/** A statement as a package contains it. */
export interface SentStatement {
  readonly account: { readonly rows: readonly SentRow[] } | null;
  readonly portfolio: {
    readonly entries: readonly {
      readonly humanizedSectionName: string;
      readonly portfolioSummaries: readonly SentLine[];
      readonly total: SentLine;
    }[];
  } | null;
  /** Holdings of this tenant by the manager's ids. */
  readonly holdings: Readonly<Record<string, string>>;
}

/** Reads the figures of a package's statement. */
export function readStatement({
  account,
  portfolio,
  holdings,
}: SentStatement): Pick<TransferredStatement, 'account' | 'holdings' | 'total'> {
  const lines = new Map<string, SentLine[]>();
  for (const line of portfolio?.entries.flatMap((entry) => entry.portfolioSummaries) ?? []) {
    const own = holdings[line.fundInvestmentId ?? ''];
    if (own !== undefined) lines.set(own, [...(lines.get(own) ?? []), line]);
  }
  const total = portfolio?.entries.find((entry) => entry.humanizedSectionName === 'Total')?.total;
  return {
    account: readAccount(account),
    holdings: new Map([...lines].map(([id, own]) => [id, transferredPosition(own)])),
    total: total ? transferredPosition([total]) : null,
  };
}

/** Reads a package's capital account, without the rows that have no figure. */
export const readAccount = (account: SentStatement['account']): TransferredStatement['account'] => ({
  QTD: columnOf(account?.rows, ({ qtd }) => qtd),
  YTD: columnOf(account?.rows, ({ ytd }) => ytd),
  ITD: columnOf(account?.rows, ({ itd }) => itd),
});

const columnOf = (rows: readonly SentRow[] = [], valueOf: (row: SentRow) => string | null) =>
  new Map(
    rows.flatMap((row) => {
      const amount = valueOf(row);
      return amount === null ? [] : [[row.row, decimal(amount)] as const];
    }),
  );

/** Returns the position of some lines of a sent portfolio, such as the securities of a holding. */
export function transferredPosition(lines: readonly SentLine[]): TransferredPosition {
  const [only] = lines.length === 1 ? lines : [];
  const amounts = lines.map(({ invested, proceeds, income, remainingCost, fairValue }) => ({
    invested: decimal(invested),
    proceeds: decimal(proceeds),
    income: decimal(income),
    cost: decimal(remainingCost),
    fairValue: fairValue === null ? null : decimal(fairValue),
  }));
  return {
    ...sumOfAmounts(amounts),
    grossIrr: only?.grossIrr ? decimal(only.grossIrr).div(hundred) : null,
    grossIrrAnnualized: only?.grossIrrAnnualized ?? null,
  };
}
