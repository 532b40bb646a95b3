import {
  type CalendarDate,
  type Decimal,
  displayedDate,
  groupBy,
  hundred,
  required,
  zero,
} from '@carrara/domain/kernel';
import {
  type AccountColumn,
  type CapitalAccounts,
  type StatementDates,
  templateRow,
  templateRowNumbers,
  type TiedPair,
} from '../capitalAccount/index.ts';
import { quarterEnd, withoutReversed } from '../ledger/index.ts';
import {
  computeVehicle,
  ledgerOn,
  navBasisOn,
  includeAllPartners,
  type PeriodFigures,
  type ReportedFigure,
  reportedFigures,
  type ReportedName,
  reportedUntil,
  type VehicleLedger,
} from '../period/index.ts';
import { type ClosedFigures, type ClosingLedger, NAV, type VehicleCloseFacts, sum } from './closingLedger.ts';

/** Returns a partner's account at the end of an earlier quarter, with the stored figures. */
export function closingColumn(
  ledger: ClosingLedger,
  accounts: CapitalAccounts,
  then: CalendarDate,
  closed: ClosedFigures | undefined,
): AccountColumn | null {
  if (closed === undefined) return null;
  const column = new Map(accounts.sinceInception(then));
  for (const [row, amount] of closedRows(closed)) {
    // Reported amounts aren't the result of the roll-forward.
    const isOfLedger = row === 114 ? !closed.isReported : navBasisOn(ledger, then) === 'LEDGER';
    if (isOfLedger) column.set(row, amount);
  }
  return column;
}

/**
 * Compares the openings of a fund's first quarters on the ledger with the amounts that others reported and earlier quarters were locked with: NAV
 * after a change of its basis, and the unfunded commitment after the first cash. They differ by the figures that the ledger lacks, and the locked
 * quarters stay as they are.
 */
export function reportedOpenings(
  ledger: ClosingLedger,
  period: PeriodFigures | undefined,
  { quarterFrom, yearFrom }: StatementDates,
  closed: VehicleCloseFacts['closed'],
  accountsById: ReadonlyMap<string, CapitalAccounts>,
): TiedPair[] {
  const wording = { is: 'in the ledger', hasToBe: 'reported and locked' };
  const subjects = [{ id: ledger.vehicleId, investorName: 'the fund' }, ...ledger.commitments];
  return [...new Set([quarterFrom, yearFrom])].flatMap((then) =>
    subjects.flatMap(({ id, investorName }): TiedPair[] => {
      const { nav, unfunded, isReported } = closed(then).get(id) ?? noClosed;
      const compared = (title: string, row: number, hasToBe: Decimal | null): TiedPair[] => {
        const name = `Opening ${title} of ${investorName}, from ${displayedDate(then)}`;
        const is = accountsById.get(id)?.sinceInception(then).get(row) ?? zero;
        return hasToBe === null ? [] : [{ name, wording, is, hasToBe }];
      };
      const changesBasis = ledger.navBasis === 'LEDGER' && navBasisOn(ledger, then) !== 'LEDGER';
      return [
        ...(changesBasis ? compared('NAV', NAV, nav) : []),
        ...(isReported && period?.reported === undefined ? compared('unfunded commitment', 114, unfunded) : []),
      ];
    }),
  );
}

/** Returns the rows of a capital account that the stored figures of a closed quarter determine. */
const closedRows = ({ nav, navBeforeCarry, unfunded }: ClosedFigures) =>
  (
    [
      [NAV, nav],
      [103, nav === null || navBeforeCarry === null ? null : nav.minus(navBeforeCarry)],
      [114, unfunded],
    ] as const
  ).flatMap(([row, amount]) => (amount === null ? [] : [[row, amount] as const]));

/**
 * Compares the accounts that a manager sent with the figures of the quarter, and their openings with the stored figures of the quarters before. They
 * differ if somebody chose the figures of this firm, or if the manager restated a quarter that is locked here.
 */
export function sentPairs(
  ledger: ClosingLedger,
  period: PeriodFigures | undefined,
  { quarterFrom, yearFrom }: StatementDates,
  closed: VehicleCloseFacts['closed'],
): TiedPair[] {
  if (period === undefined) return [];
  const wording = { is: 'in the account that the manager sent', hasToBe: 'here' };
  return ledger.commitments.flatMap(({ id, investorName }): TiedPair[] => {
    const account = period.sentAccounts.get(id);
    if (account === undefined) return [];
    const compared = (column: AccountColumn, row: number, hasToBe: Decimal, when: string): TiedPair[] => {
      const is = column.get(row);
      const name = `${templateRow(row)?.label ?? ''} of ${investorName}, ${when}`;
      return is === undefined ? [] : [{ name, wording, is, hasToBe }];
    };
    const nav = period.navs.get(id);
    const openings = [
      [account.QTD, quarterFrom, 'quarter to date'],
      ...(yearFrom === quarterFrom ? [] : [[account.YTD, yearFrom, 'year to date'] as const]),
    ] as const;
    return [
      ...(nav?.isOk() ? compared(account.ITD, NAV, nav.value.amount, displayedDate(period.end)) : []),
      ...openings.flatMap(([column, from, when]) =>
        closedRows(closed(from).get(id) ?? noClosed).flatMap(([row, amount]) =>
          compared(column, required(openingRowOf.get(row), 'the opening row of a closing row'), amount, when),
        ),
      ),
    ];
  });
}

const noClosed: ClosedFigures = { nav: null, navBeforeCarry: null, unfunded: null, isReported: false };
/** The opening row by the closing row that it continues. */
const openingRowOf = new Map(
  templateRowNumbers.flatMap((row) => {
    const opens = templateRow(row)?.opens;
    return opens === undefined ? [] : [[opens, row]];
  }),
);

/** The figures that count the price of a transfer between partners in an investor's books, and can count its history in the manager's. */
const onCash: ReadonlySet<ReportedName> = new Set(['contributions', 'distributions', 'irr', 'tvpi', 'dpi']);

const callsAndCash: ReadonlySet<ReportedName> = new Set(['contributions', 'distributions']);

/** Returns the figures of all partners of a vehicle at a quarter end. Undefined if they are those of the quarter, because nobody is free of fees. */
function figuresOfAllPartners(ledger: VehicleLedger, end: CalendarDate) {
  const isFeeFree = withoutReversed(ledger.events).some(({ paysFee }) => paysFee === false);
  return isFeeFree
    ? computeVehicle(includeAllPartners(ledger), end, { through: end, only: new Set([end]) })[0]?.subjects.find(
        ({ subject }) => subject === 'VEHICLE',
      )
    : undefined;
}

/**
 * Compares the figures that a quarter shows with the computed ones of their date: those reported for its end, and those reported late for the end of an
 * earlier quarter. Those of the vehicle as a whole are compared with the figures of all
 * partners. Undetermined figures are skipped, and so are a manager's figures on another basis. After a transfer between partners, the manager
 * can count the history that passed, which the investor's books don't have.
 *
 * A capital account has calls in full and counts returned excess as distributed. If both reported sums are nearer to
 * that, they are compared with it.
 */
export function reportedPairs(
  ledger: ClosingLedger,
  last: PeriodFigures | undefined,
  from: CalendarDate,
  end: CalendarDate,
): TiedPair[] {
  const counting = reportedUntil(ledger.reported ?? [], end);
  const ofDate = counting.filter(({ date }) => date === end);
  const late = counting.filter(({ date, booked }) => booked > from && date <= from && quarterEnd(date) === date);
  return [
    ...pairsOn(ledger, last, end, ofDate),
    ...[...groupBy(late, ({ date }) => date)].flatMap(([date, reports]) => {
      const [period] = computeVehicle(ledgerOn(ledger, date), date, { through: date, only: new Set([date]) });
      return pairsOn(ledger, period, date, reports).map((pair) => ({
        ...pair,
        name: `${pair.name} on ${displayedDate(date)}`,
        wording: { is: 'reported late', hasToBe: 'in that quarter' },
      }));
    }),
  ];
}

function pairsOn(
  ledger: ClosingLedger,
  last: PeriodFigures | undefined,
  end: CalendarDate,
  reports: readonly ReportedFigure[],
): TiedPair[] {
  const investors = new Map(ledger.commitments.map(({ id, investorName }) => [id, investorName]));
  const transferred = new Set(
    withoutReversed(ledger.events.filter(({ booked }) => booked <= end)).flatMap(({ kind, commitmentId }) =>
      kind === 'TRANSFER_IN' || kind === 'TRANSFER_OUT' ? [commitmentId] : [],
    ),
  );
  const isOnOtherBasis = ({ commitmentId, figure, source }: ReportedFigure) =>
    source?.kind === 'TRANSFER' && commitmentId !== null && transferred.has(commitmentId) && onCash.has(figure);
  const isWhole = ({ commitmentId }: ReportedFigure) => commitmentId === null;
  const allPartners =
    last !== undefined && reports.some(isWhole)
      ? figuresOfAllPartners(ledgerOn(ledger, last.end), last.end)
      : undefined;
  const ownFigureOf = ({ commitmentId, figure }: ReportedFigure) =>
    last?.subjects.find(({ subject, id }) =>
      commitmentId === null ? subject === 'VEHICLE' : subject === 'COMMITMENT' && id === commitmentId,
    )?.[figure] ?? null;
  const netOf = (report: ReportedFigure) =>
    isWhole(report) && allPartners ? allPartners[report.figure] : ownFigureOf(report);
  const excessIn = ({ commitmentId, figure }: ReportedFigure): Decimal => {
    if (last === undefined || !callsAndCash.has(figure)) return zero;
    const accounts = [...last.capital].filter(([id]) => commitmentId === null || id === commitmentId);
    const excess = sum(accounts.map(([, account]) => account.excess));
    const both = reports.filter((other) => other.commitmentId === commitmentId && callsAndCash.has(other.figure));
    const isGross = both.every((other) => {
      const net = netOf(other);
      return net !== null && other.value.minus(net).times(2).gt(excess);
    });
    return isGross && both.length === callsAndCash.size ? excess : zero;
  };
  return reports.flatMap((report): TiedPair[] => {
    const { commitmentId, figure, value } = report;
    if (isOnOtherBasis(report)) return [];
    const ownFigure = ownFigureOf(report);
    const net = netOf(report);
    if (net === null) return [];
    const computed = net.plus(excessIn(report));
    const { kind, title } = reportedFigures[figure];
    const fund = ownFigure?.eq(net) ? 'the fund' : 'the fund, all partners';
    const name = `${title} of ${commitmentId === null ? fund : (investors.get(commitmentId) ?? commitmentId)}`;
    const hasToBe = kind === 'return' ? computed.times(hundred) : computed;
    return [{ name, is: value, hasToBe, isRatio: kind !== 'money' }];
  });
}

/**
 * Compares the reported NAVs of the partners with the fund's, and names the partners without one. Their statements and transfers would have no NAV
 * either.
 */
export function partnerNavPairs(
  ledger: ClosingLedger,
  period: PeriodFigures | undefined,
  end: CalendarDate,
): TiedPair[] {
  const nav = period?.subjects.find(({ subject }) => subject === 'VEHICLE')?.nav ?? null;
  if (period === undefined || nav === null || navBasisOn(ledger, end) !== 'REPORTED') return [];
  const isMissing = ({ id }: { readonly id: string }) => period.navs.get(id)?.isErr() === true;
  const missingNames = ledger.commitments.filter(isMissing).map(({ investorName }) => investorName);
  const determined = [...period.navs.values()].flatMap((worth) => (worth.isOk() ? [worth.value.amount] : []));
  const missing = missingNames.length > 0 ? ` (no NAV is reported for ${missingNames.join(', ')})` : '';
  return [{ name: `NAV of the partners${missing}`, is: sum(determined), hasToBe: nav }];
}
