import { type Decimal, hundred, moneyText, numberText, spokenMoney, zero } from '../../kernel/index.ts';
import { type AccountColumn, accountColumn } from './accountColumn.ts';
import { accountPeriods, type CapitalAccount } from './capitalAccount.ts';
import { templateRow, templateRowNumbers } from './templateRows.ts';

/** A partner with its account and the other facts that tie-outs compare. */
interface TiedPartner {
  readonly id: string;
  readonly name: string;
  readonly isGp: boolean;
  readonly account: CapitalAccount;
  /** The account that a data transfer brought, if the ledger has only the cash. Rows without a figure are left out. */
  readonly sentAccount: CapitalAccount | null;
  /** The NAV computed from entries and valuations, without the rows. */
  readonly navByBalance: Decimal;
  /** The unfunded commitment computed from events and entries, without the rows. */
  readonly unfundedByBalance: Decimal;
  readonly commitment: Decimal;
  /** The columns of the locked quarter before, and of the last quarter of the previous year; null if there is none. */
  readonly closedQuarter: AccountColumn | null;
  readonly closedYear: AccountColumn | null;
}

/** Two figures that must be equal: the actual and the expected one. */
export interface TiedPair {
  readonly name: string;
  /** True for a rate in percent or a multiple; otherwise money. */
  readonly isRatio?: boolean;
  /** Labels of the two figures, if ‘should be’ doesn’t describe their relation. */
  readonly wording?: { readonly is: string; readonly hasToBe: string };
  readonly is: Decimal;
  readonly hasToBe: Decimal;
}

export interface TieOutFacts {
  readonly partners: readonly TiedPartner[];
  readonly fund: CapitalAccount;
  /** Null if a data transfer brought the ledger, which then has the investor's cash but not the fund's. */
  readonly balance: {
    readonly fairValue: Decimal;
    readonly cash: Decimal;
    /** Payables for unsettled purchases less receivables for unsettled sales. */
    readonly unsettled: Decimal;
    readonly line: Decimal;
  } | null;
  /** The portfolio summary's totals compared with the vehicle's. */
  readonly portfolio: readonly TiedPair[];
  /** The amount of each notice compared with its shares. */
  readonly notices: readonly TiedPair[];
  /** Carry paid in the ledger compared with the disbursements of carry runs, by source. */
  readonly carryPaid: readonly TiedPair[];
  /** Figures reported by an administrator or GP compared with the computed ones, and reported NAVs of the partners with the fund's. */
  readonly reported: readonly TiedPair[];
  /** For each commitment transferred without value in the quarter: zero compared with its part of the seller's NAV. */
  readonly transfers: readonly TiedPair[];
  /**
   * For each transfer in the quarter that lacks its commitment or called part: zero compared with the part in proportion to what was transferred. For
   * each value or called part out of proportion: what was moved compared with the part. For each NAV below zero after a transfer: the NAV compared with
   * zero.
   */
  readonly transferredCommitments: readonly TiedPair[];
  /** Amounts transferred to partners compared with those transferred from partners, by date. */
  readonly transferSides: readonly TiedPair[];
  /** The carry booked in the quarter compared with what the terms give. Empty without complete terms, or if a person gave a reason. */
  readonly proposedCarry: readonly TiedPair[];
}

export interface TieOutDifference extends Omit<TiedPair, 'name'> {
  readonly subject: string;
}

interface TieOut {
  readonly id: `T${number}`;
  readonly title: string;
  /** True if a difference prevents the lock; false if it may be acknowledged individually. */
  readonly blocksLock: boolean;
  readonly differences: (facts: TieOutFacts) => readonly TieOutDifference[];
}

const at = (column: AccountColumn, row: number): Decimal => column.get(row) ?? zero;
/** Adds up amounts, skipping zeros because most rows are empty. */
const sumOf = (amounts: readonly Decimal[]): Decimal =>
  amounts.reduce((sum, amount) => (amount.isZero() ? sum : sum.plus(amount)), zero);
const unequal = (pairs: readonly TieOutDifference[]) => pairs.filter(({ is, hasToBe }) => !is.equals(hasToBe));
const pairsOf = (pairs: readonly TiedPair[]) => unequal(pairs.map(({ name, ...pair }) => ({ subject: name, ...pair })));
const rowName = (row: number): string => `row ${row}, ${templateRow(row)?.label ?? ''}`;

/** Rows whose closing values must agree in the quarter, the year and since inception. */
export const closingRows = [81, 95, 103, 104, 114] as const;
const figureRows = templateRowNumbers.filter((row) => templateRow(row)?.heading === undefined);
const openings = templateRowNumbers.flatMap((row) => {
  const opens = templateRow(row)?.opens;
  return opens === undefined ? [] : [{ row, opens }];
});
/** Carry rows that the GP mirrors, so that the fund's total is zero. */
const mirroredRows = [97, 98, 99, 101, 102] as const;
const OTHER_EXPENSES = [31, 57] as const;
const ALL_EXPENSES = [32, 59] as const;
/** Carry accrued and earned. */
const ALL_CARRY = 100;
const OTHER_PERCENT = 5;
const REPORTED_PERCENT = '0.01';

const everyone = ({ partners, fund }: TieOutFacts) => [
  ...partners.map(({ name, account, sentAccount }) => ({ name, account: sentAccount ?? account })),
  { name: 'Fund', account: fund },
];

const ENDING_NAV = 95;
/** Rows without which an account has no roll-forward. */
const rolledRows = [12, 91, 92, 93, ENDING_NAV] as const;

/** Compares the NAV in each column of an account that was sent with the roll-forward of its other rows. */
const sentRolls = (name: string, account: CapitalAccount): readonly TieOutDifference[] =>
  accountPeriods.flatMap((period) => {
    const column = account[period];
    if (!rolledRows.every((row) => column.has(row))) return [];
    const entered = new Map([...column].filter(([row]) => templateRow(row)?.formula === undefined));
    const subject = `${name}, ${period} of the account that the manager sent`;
    return [{ subject, is: at(column, ENDING_NAV), hasToBe: at(accountColumn(entered), ENDING_NAV) }];
  });

/**
 * The checks of a period. Each compares two independent computations of a figure. T1 to T10, T13 and T14 are exact and prevent the lock; T11, T12,
 * T15 to T18 may be acknowledged individually.
 *
 * Source: docs/calculations/capital-account.md.
 */
const tieOuts: readonly TieOut[] = [
  {
    id: 'T1',
    title: 'Each partner’s roll-forward ends at the balance of its entries',
    blocksLock: true,
    differences: ({ partners }) =>
      unequal(
        partners.flatMap(({ name, account, sentAccount, navByBalance }) =>
          sentAccount === null
            ? [{ subject: name, is: at(account.ITD, ENDING_NAV), hasToBe: navByBalance }]
            : sentRolls(name, sentAccount),
        ),
      ),
  },
  {
    id: 'T2',
    title: 'Each opening balance equals the previous closing balance',
    blocksLock: true,
    differences: ({ partners }) =>
      unequal(
        partners.flatMap(({ name, account, closedQuarter, closedYear }) =>
          (
            [
              ['QTD', closedQuarter],
              ['YTD', closedYear],
            ] as const
          ).flatMap(([period, closed]) =>
            closed === null
              ? []
              : openings.map(({ row, opens }) => ({
                  subject: `${name}, ${period}, ${rowName(row)}`,
                  is: at(account[period], row),
                  hasToBe: at(closed, opens),
                })),
          ),
        ),
      ),
  },
  {
    id: 'T3',
    title: 'Quarter to date, year to date and inception to date end at the same balances',
    blocksLock: true,
    differences: (facts) =>
      unequal(
        everyone(facts).flatMap(({ name, account }) =>
          closingRows.flatMap((row) =>
            (['QTD', 'YTD'] as const).flatMap((period) => {
              const [is, hasToBe] = [account[period].get(row), account.ITD.get(row)];
              return is && hasToBe ? [{ subject: `${name}, ${period}, ${rowName(row)}`, is, hasToBe }] : [];
            }),
          ),
        ),
      ),
  },
  {
    id: 'T4',
    title: 'The partners add up to the fund in each row',
    blocksLock: true,
    differences: ({ partners, fund }) =>
      unequal(
        accountPeriods.flatMap((period) =>
          figureRows.map((row) => ({
            subject: `${period}, ${rowName(row)}`,
            is: sumOf(partners.map(({ account }) => at(account[period], row))),
            hasToBe: at(fund[period], row),
          })),
        ),
      ),
  },
  {
    id: 'T5',
    title: 'NAV equals fair value plus cash, minus unsettled payments and the credit line balance',
    blocksLock: true,
    differences: ({ fund, balance }) => {
      if (balance === null) return [];
      const hasToBe = balance.fairValue.plus(balance.cash).minus(balance.unsettled).minus(balance.line);
      return unequal([{ subject: 'Fund', is: at(fund.ITD, ENDING_NAV), hasToBe }]);
    },
  },
  {
    id: 'T6',
    title: 'Each partner’s unfunded commitment rolls forward to its balance and isn’t negative',
    blocksLock: true,
    differences: ({ partners }) =>
      partners.flatMap(({ name, account, unfundedByBalance }) => {
        const unfunded = at(account.ITD, 114);
        return [
          ...unequal([{ subject: name, is: unfunded, hasToBe: unfundedByBalance }]),
          ...(unfunded.lt(0) ? [{ subject: `${name}, below zero`, is: unfunded, hasToBe: zero }] : []),
        ];
      }),
  },
  {
    id: 'T7',
    title: 'The portfolio summary adds up to the fund',
    blocksLock: true,
    differences: ({ portfolio }) => pairsOf(portfolio),
  },
  {
    id: 'T8',
    title: 'The partners’ shares of each notice add up to its amount',
    blocksLock: true,
    differences: ({ notices }) => pairsOf(notices),
  },
  {
    id: 'T9',
    title: 'Carry paid in the ledger equals the carry disbursed by carry runs',
    blocksLock: true,
    differences: ({ carryPaid }) => pairsOf(carryPaid),
  },
  {
    id: 'T10',
    title: 'The GP’s carry offsets the other partners’ carry',
    blocksLock: true,
    differences: ({ partners }) => {
      const sum = (isGp: boolean, row: number) =>
        partners
          .filter((partner) => partner.isGp === isGp)
          .reduce((total, { account }) => total.plus(at(account.ITD, row)), zero);
      return unequal(
        mirroredRows.map((row) => ({ subject: rowName(row), is: sum(true, row), hasToBe: sum(false, row).negated() })),
      );
    },
  },
  {
    id: 'T11',
    title: `“Other” expenses are at most ${OTHER_PERCENT}% of all expenses`,
    blocksLock: false,
    differences: ({ partners, fund }) => {
      // The ledger has no expenses of a commitment whose account was sent.
      const accounts = [fund, ...partners.flatMap(({ sentAccount }) => sentAccount ?? [])];
      const sum = (rows: readonly number[]) =>
        sumOf(rows.flatMap((row) => accounts.map(({ ITD }) => at(ITD, row)))).abs();
      const [other, limit] = [sum(OTHER_EXPENSES), sum(ALL_EXPENSES).mul(OTHER_PERCENT).div(hundred)];
      return other.gt(limit) ? [{ subject: 'Fund', is: other, hasToBe: limit }] : [];
    },
  },
  {
    id: 'T12',
    title: `Reported figures are within ${REPORTED_PERCENT}% of the computed ones, and the partners’ NAV of the fund’s`,
    blocksLock: false,
    differences: ({ reported }) =>
      pairsOf(reported).filter(({ is, hasToBe }) =>
        is.minus(hasToBe).abs().gt(hasToBe.abs().mul(REPORTED_PERCENT).div(hundred)),
      ),
  },
  {
    id: 'T13',
    title: 'No more carry is reversed than was accrued and earned',
    blocksLock: true,
    // On the sheet, accrued and earned carry is negative. A positive value makes NAV after carry higher than before it, although no carry is owed
    // back.
    differences: ({ partners }) => {
      const reversed = sumOf(partners.flatMap(({ isGp, account }) => (isGp ? [] : [at(account.ITD, ALL_CARRY)])));
      return reversed.gt(0) ? [{ subject: rowName(ALL_CARRY), is: reversed, hasToBe: zero }] : [];
    },
  },
  {
    id: 'T14',
    title: 'A commitment transfer between partners also moves value',
    blocksLock: true,
    // The partners agree on the price, so any value is valid.
    differences: ({ transfers }) => pairsOf(transfers),
  },
  {
    id: 'T15',
    title: 'No partner’s unfunded commitment exceeds its commitment',
    blocksLock: false,
    // Some terms let a fund recycle beyond the commitment. Otherwise, a recallable amount or a transfer was entered wrong.
    differences: ({ partners }) =>
      partners.flatMap(({ name, unfundedByBalance, commitment }) =>
        unfundedByBalance.gt(commitment) ? [{ subject: name, is: unfundedByBalance, hasToBe: commitment }] : [],
      ),
  },
  {
    id: 'T16',
    title: 'Transfers from partners equal transfers to partners on each day',
    blocksLock: false,
    // The other side may follow on another day, or be a partner that isn't in the ledger.
    differences: ({ transferSides }) => pairsOf(transferSides),
  },
  {
    id: 'T17',
    title: 'A transfer between partners moves its commitment, called part, value and accrued carry in proportion',
    blocksLock: false,
    // The partners may agree that only a value passes, or on another value. The seller can still pay or get what was
    // called, or bear the carry.
    differences: ({ transferredCommitments }) => pairsOf(transferredCommitments),
  },
  {
    id: 'T18',
    title: 'The carry of the quarter is booked as the terms give it',
    blocksLock: false,
    // The partners may settle the carry later, or the terms may not tell all that they agreed on.
    differences: ({ proposedCarry }) => pairsOf(proposedCarry),
  },
];

export interface TieOutResult {
  readonly id: TieOut['id'];
  readonly title: string;
  readonly blocksLock: boolean;
  readonly differences: readonly TieOutDifference[];
}

/** Runs all checks of a period and returns the differences of each. */
export const runTieOuts = (facts: TieOutFacts): readonly TieOutResult[] =>
  tieOuts.map(({ id, title, blocksLock, differences }) => ({ id, title, blocksLock, differences: differences(facts) }));

const ratioText = (ratio: Decimal) => numberText(ratio.toDecimalPlaces(6));

/** Formats the actual and the expected figure and their difference. */
export const differenceTexts = (pair: Omit<TieOutDifference, 'subject'>) =>
  textsOf(pair, pair.isRatio ? ratioText : moneyText);

const textsOf = (
  { is, hasToBe }: Pick<TieOutDifference, 'is' | 'hasToBe'>,
  text: (figure: Decimal) => string,
): Readonly<Record<'is' | 'hasToBe' | 'difference', string>> => ({
  is: text(is),
  hasToBe: text(hasToBe),
  difference: text(is.minus(hasToBe)),
});

/** Describes a difference in a sentence: 'Fund: 1,099.00, should be 1,100.00, difference (1.00)'. */
export function differenceText({ subject, wording, ...pair }: TieOutDifference): string {
  const { is, hasToBe, difference } = textsOf(pair, pair.isRatio ? ratioText : spokenMoney);
  return wording === undefined
    ? `${subject}: ${is}, should be ${hasToBe}, difference ${difference}`
    : `${subject}: ${wording.is} ${is}, ${wording.hasToBe} ${hasToBe}, difference ${difference}`;
}
