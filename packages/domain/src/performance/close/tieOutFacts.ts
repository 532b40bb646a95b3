import {
  addDays,
  type CalendarDate,
  type Decimal,
  decimal,
  hundred,
  required,
  roundMoney,
  displayedDate,
  spokenMoney,
  zero,
} from '@carrara/domain/kernel';
import {
  type AccountColumn,
  type BookedAmount,
  bookedCommitments,
  bookedRows,
  CapitalAccounts,
  type StatementDates,
  statementDates,
  templateRow,
  templateRowNumbers,
  type TiedPair,
  type TieOutFacts,
} from '../capitalAccount/index.ts';
import {
  accruedCarryOn,
  carryMovedOn,
  effectOfEntry,
  type EntryShare,
  type EntryType,
  entryTypeRule,
  type LedgerEntry,
  type Source,
  incompleteTransfers,
  type MovedByEntry,
  movedParts,
  transferSides,
  valuesAlone,
  vehicleCash,
  withoutReversed,
} from '../ledger/index.ts';
import {
  computeVehicle,
  navBasisOn,
  netAssetValue,
  ofAllPartners,
  type PeriodFigures,
  positionOn,
  type ReportedFigure,
  reportedFigures,
  type ReportedName,
  reportedUntil,
  type UnrealizedGains,
  unrealizedGains,
  type VehicleLedger,
} from '../period/index.ts';

/** A carry payment from the vehicle by one source of a distribution, or a repayment by one source of a clawback. Negative if it reverses another. */
export interface CarryPayment {
  readonly kind: 'DISTRIBUTION' | 'LEDGER_RUN';
  readonly runId: string;
  readonly name: string;
  readonly row: number;
  readonly date: CalendarDate;
  readonly amount: Decimal;
}

/** The figures of a vehicle or a partner at the end of a closed quarter. */
export interface ClosedFigures {
  readonly nav: Decimal | null;
  readonly navBeforeCarry: Decimal | null;
  readonly unfunded: Decimal | null;
  /** True if the amounts were reported because the ledger had no cash. */
  readonly isReported: boolean;
}

export interface ClosingLedger extends VehicleLedger {
  readonly entries: readonly (LedgerEntry & { readonly source: Source | null })[];
  readonly commitments: readonly (VehicleLedger['commitments'][number] & { readonly investorName: string })[];
}

export interface OutsideTheLedger {
  /** The month and day of the vehicle's fiscal year end, such as 12-31. */
  readonly fiscalYearEnd: string;
  readonly carryPaid: readonly CarryPayment[];
  readonly notices: ReadonlyMap<string, string>;
  /** The stored figures of the vehicle and its commitments by quarter end, by their ids. */
  readonly closed: (end: CalendarDate) => ReadonlyMap<string, ClosedFigures>;
}

/**
 * Collects the facts that tie-outs of quarters compare, each computed in two ways: partners' accounts from their shares, the vehicle's from its
 * entries alone, balances from the computed figures, openings from earlier quarters.
 *
 * `periods` includes the figures of these quarters, and may include others.
 *
 * Source: performance section 6; docs/calculations/capital-account.md.
 */
export function tieOutFacts(
  ledger: ClosingLedger,
  ends: readonly CalendarDate[],
  outside: OutsideTheLedger,
  periods: readonly PeriodFigures[],
): readonly TieOutFacts[] {
  const last = ends.at(-1);
  if (last === undefined) return [];
  const gains = unrealizedGains(ledger, last);
  const { partners, fund } = accountsOf(ledger, gains);
  const accountsById = new Map([
    [ledger.vehicleId, fund],
    ...partners.map(({ id, accounts }) => [id, accounts] as const),
  ]);
  const shared = new Map(
    ledger.entries.map((entry) => [
      entry.id,
      sum(entry.shares.flatMap(({ isMirror, amount }) => (isMirror ? [] : [amount]))),
    ]),
  );
  return ends.map((end) => {
    const dates = statementDates(end, outside.fiscalYearEnd);
    const period = periods.findLast((candidate) => candidate.end <= end);
    const entries = ledger.entries.filter(({ booked }) => booked <= end);
    const transfers = transfersIn(ledger, gains, dates.quarterFrom, end);
    return {
      partners: partners.map(({ id, investorName, isGp, accounts }) => {
        const capital = period?.capital.get(id);
        const closing = (then: CalendarDate) => closingColumn(ledger, accounts, then, outside.closed(then).get(id));
        return {
          id,
          name: investorName,
          isGp,
          account: accounts.at(dates),
          sentAccount: period?.sentAccounts.get(id) ?? null,
          navByBalance: capital === undefined ? zero : netAssetValue(capital),
          unfundedByBalance: capital?.unfunded ?? zero,
          commitment: capital?.commitment ?? zero,
          closedQuarter: closing(dates.quarterFrom),
          closedYear: closing(dates.yearFrom),
        };
      }),
      fund: fund.at(dates),
      balance: isOneSided(ledger) ? null : balanceOf(entries, period, end),
      portfolio: portfolioPairs(ledger, entries, period, end),
      notices: noticePairs(entries, outside.notices, shared),
      carryPaid: carryPairs(ledger.entries, outside.carryPaid, end),
      reported: [
        ...reportedPairs(ledger, period, end),
        ...partnerNavPairs(ledger, period, end),
        ...reportedOpenings(ledger, period, dates, outside.closed, accountsById),
        ...sentPairs(ledger, period, dates, outside.closed),
      ],
      transfers: transfers.withoutEntry('VALUE'),
      transferredCommitments: [
        ...transfers.withoutEntry('CALLED_PART'),
        ...transfers.withoutCommitment(),
        ...transfers.outOfProportion(),
      ],
      transferSides: sidePairs(ledger, dates.quarterFrom, end),
    };
  });
}

/** Returns the capital accounts of the partners, from their shares, and of the fund, from its entries alone. */
function accountsOf(ledger: ClosingLedger, gains: readonly UnrealizedGains[]) {
  const sharesOf = new Map<string, (EntryShare & { type: EntryType; booked: CalendarDate })[]>(
    ledger.commitments.map(({ id }) => [id, []]),
  );
  for (const { type, booked, shares } of ledger.entries) {
    for (const share of shares) sharesOf.get(share.commitmentId)?.push({ ...share, type, booked });
  }
  const partners = ledger.commitments.map((commitment) => ({
    ...commitment,
    accounts: new CapitalAccounts({
      amounts: [
        ...bookedRows(sharesOf.get(commitment.id) ?? []),
        ...changes(gains, ({ commitments }) => commitments.get(commitment.id) ?? zero),
      ],
      commitments: bookedCommitments(ledger.events.filter(({ commitmentId }) => commitmentId === commitment.id)),
    }),
  }));
  const fund = new CapitalAccounts({
    amounts: [
      ...ledger.entries.flatMap((entry) =>
        effectOfEntry(entry).rows.map(({ row, amount }) => ({ booked: entry.booked, row, amount })),
      ),
      ...unfundedRows(ledger.entries),
      ...changes(gains, ({ vehicle }) => vehicle),
    ],
    commitments: bookedCommitments(ledger.events),
  });
  return { partners, fund };
}

/** Texts of a transfer without its entry, by what the entry moves. */
const movedTexts = {
  VALUE: { entry: `‘${entryTypeRule('TRANSFER').title}’ entry`, moved: 'value', title: 'Value' },
  CALLED_PART: {
    entry: `‘${entryTypeRule('UNFUNDED').title}’ entry`,
    moved: 'the called part of the commitment',
    title: 'Called part',
  },
} as const;

/** Returns the NAV and the called part of a partner on a date, from the entries booked until the end of a quarter. */
function balancesUntil(ledger: ClosingLedger, gains: readonly UnrealizedGains[], end: CalendarDate) {
  const sharesOn = (sellerId: string, day: CalendarDate) =>
    ledger.entries
      .filter(({ booked, effective }) => booked <= end && effective <= day)
      .flatMap(({ type, effective, shares: all }) =>
        all.flatMap((share) => (share.commitmentId === sellerId ? [{ ...share, type, booked: effective }] : [])),
      );
  const navOn = (sellerId: string, day: CalendarDate): Decimal => {
    const account = new CapitalAccounts({
      amounts: [
        ...bookedRows(sharesOn(sellerId, day)),
        ...changes(gains, ({ commitments }) => commitments.get(sellerId) ?? zero),
      ],
      commitments: [],
    });
    return account.sinceInception(day).get(NAV) ?? zero;
  };
  const calledOn = (sellerId: string, day: CalendarDate): Decimal =>
    sum(sharesOn(sellerId, day).map(({ unfunded }) => unfunded)).negated();
  return { navOn, calledOn };
}

/** Returns the transfers between partners that lack a part in a quarter. */
function transfersIn(ledger: ClosingLedger, gains: readonly UnrealizedGains[], from: CalendarDate, end: CalendarDate) {
  // Entries don't change a reported NAV.
  const hasNav = ledger.navBasis === 'LEDGER';
  const names = new Map(ledger.commitments.map(({ id, investorName }) => [id, investorName]));
  const nameOf = (id: string) => names.get(id) ?? id;
  const namesOf = (ids: readonly string[]) => ids.map(nameOf).join(', ') || 'no partner';
  const { navOn, calledOn } = balancesUntil(ledger, gains, end);
  return {
    /** Transfers whose value or called part no entry moves. */
    withoutEntry(moved: MovedByEntry): TiedPair[] {
      if (isOneSided(ledger) || (moved === 'VALUE' && !hasNav)) return [];
      const { entry, moved: part, title } = movedTexts[moved];
      const balanceOn = moved === 'VALUE' ? navOn : calledOn;
      return incompleteTransfers(ledger, from, end, moved).map(
        ({ partnerId, side, sellerIds, buyerIds, date, parts }) => ({
          name: `No ${entry} on ${displayedDate(date)} moves ${part} ${side === 'SELLER' ? 'from' : 'to'} ${nameOf(partnerId)}. ${title} from ${namesOf(sellerIds)} to ${namesOf(buyerIds)} in proportion to the commitment`,
          is: zero,
          hasToBe: roundMoney(
            sum(parts.map(({ sellerId, part: ratio }) => balanceOn(sellerId, addDays(date, -1)).times(ratio))),
          ),
        }),
      );
    },
    /** Values that pass on a date without a commitment. */
    withoutCommitment(): TiedPair[] {
      if (isOneSided(ledger) || !hasNav) return [];
      return valuesAlone(ledger, from, end).map(({ sellerId, buyerIds, date, value, commitment }) => {
        const nav = navOn(sellerId, addDays(date, -1));
        return {
          name: `Value of ${nameOf(sellerId)} passes to ${namesOf(buyerIds)} on ${displayedDate(date)} without a commitment`,
          wording: { is: 'commitment transferred', hasToBe: 'in proportion to the value' },
          is: zero,
          hasToBe: roundMoney(nav.gt(value) ? commitment.times(value).div(nav) : commitment),
        };
      });
    },
    /** Values, called parts and accrued carry that differ from the sellers’ by the part of the commitment transferred, and a NAV below zero after it. */
    outOfProportion(): TiedPair[] {
      if (isOneSided(ledger)) return [];
      const wording = { is: 'moved', hasToBe: 'in proportion to the commitment' };
      const carryEntries = ledger.entries.filter(({ type, booked }) => booked <= end && entryTypeRule(type).mirror);
      const accruedOn = (id: string, day: CalendarDate) => accruedCarryOn(carryEntries, id, day);
      return movedParts(ledger, from, end).flatMap(({ partnerId, side, date, parts, value, called }) => {
        const trade = `${side === 'SELLER' ? 'from' : 'to'} ${nameOf(partnerId)} on ${displayedDate(date)}`;
        const compared = (title: string, is: Decimal | null, balanceOn: typeof navOn): TiedPair[] => {
          if (is === null) return [];
          const hasToBe = roundMoney(
            sum(parts.map(({ sellerId, part }) => balanceOn(sellerId, addDays(date, -1)).times(part))),
          );
          // Each part may have been rounded.
          const isOff = is.minus(hasToBe).abs().gt(cent.times(parts.length));
          return isOff ? [{ name: `${title} transferred ${trade}`, wording, is, hasToBe }] : [];
        };
        const nav = hasNav ? navOn(partnerId, date) : zero;
        const brought = carryMovedOn(carryEntries, partnerId, date);
        const carry = side === 'SELLER' ? brought.negated() : brought;
        // Without any entry, the seller's difference says it all.
        const isCompared = side === 'SELLER' || !carry.isZero();
        return [
          ...compared('Called part', called, calledOn),
          // Carry that moves changes the NAV too, so its amount also passes as value.
          ...(hasNav ? compared('Value', value?.minus(carry) ?? null, navOn) : []),
          ...(hasNav && isCompared ? compared(carry.isZero() ? carryStays : 'Accrued carry', carry, accruedOn) : []),
          ...(nav.lt(0)
            ? [
                {
                  name: `NAV of ${nameOf(partnerId)} after the transfer on ${displayedDate(date)}`,
                  is: nav,
                  hasToBe: zero,
                },
              ]
            : []),
        ];
      });
    },
  };
}

const carryStays = `Accrued carry, which stays with the seller until ‘${entryTypeRule('CARRY-ACCRUED').title}’ entries move it,`;
const NAV = 95;
const cent = decimal('0.01');

const passedNames = {
  COMMITMENT: 'Commitment',
  VALUE: 'Value',
  UNFUNDED: 'Unfunded commitment',
} as const;

/** Compares what was transferred to partners on a date with what was transferred from others, and names both. */
function sidePairs(ledger: ClosingLedger, from: CalendarDate, end: CalendarDate): TiedPair[] {
  if (isOneSided(ledger)) return [];
  const names = new Map(ledger.commitments.map(({ id, investorName }) => [id, investorName]));
  return transferSides(ledger, from, end).map(({ date, kind, out, into }) => {
    const named = (side: typeof out) =>
      side
        .map(({ commitmentId, amount }) => `${names.get(commitmentId) ?? commitmentId} (${spokenMoney(amount)})`)
        .join(', ') || 'no partner';
    return {
      name: `${passedNames[kind]} transferred on ${displayedDate(date)} from ${named(out)} to ${named(into)}`,
      wording: { is: 'received', hasToBe: 'given up' },
      is: sum(into.map(({ amount }) => amount)),
      hasToBe: sum(out.map(({ amount }) => amount)),
    };
  });
}

/** Returns a partner's account at the end of an earlier quarter, with the stored figures. */
function closingColumn(
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
 * after a change of its basis, and the unfunded commitment after the first cash. They differ by whatever the ledger doesn't have, and the locked
 * quarters stay as they are.
 */
function reportedOpenings(
  ledger: ClosingLedger,
  period: PeriodFigures | undefined,
  { quarterFrom, yearFrom }: StatementDates,
  closed: OutsideTheLedger['closed'],
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
 * differ if somebody kept the figures of this firm, or if the manager restated a quarter that is locked here.
 */
function sentPairs(
  ledger: ClosingLedger,
  period: PeriodFigures | undefined,
  { quarterFrom, yearFrom }: StatementDates,
  closed: OutsideTheLedger['closed'],
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

const UNREALIZED = 93;

/** Returns the change of the unrealized gain in each quarter. */
function changes(gains: readonly UnrealizedGains[], valueOf: (gain: UnrealizedGains) => Decimal): BookedAmount[] {
  return gains.map((gain, i) => {
    const before = gains[i - 1];
    const amount = valueOf(gain).minus(before === undefined ? zero : valueOf(before));
    return { booked: gain.end, row: UNREALIZED, amount };
  });
}

const unfundedRows = (entries: readonly LedgerEntry[]): BookedAmount[] =>
  entries.flatMap(({ type, booked, shares }) =>
    bookedRows(shares.map((share) => ({ ...share, amount: zero, cost: zero, type, booked }))).filter(
      ({ amount }) => !amount.isZero(),
    ),
  );

/** True if a data transfer brought the ledger, so that it has only the investor's own side of transfers between partners. */
const isOneSided = ({ events, entries }: ClosingLedger): boolean =>
  [...events, ...entries].some(({ source }) => source?.kind === 'TRANSFER');

const hasSent = (period: PeriodFigures | undefined): boolean => (period?.statements.length ?? 0) > 0;

function balanceOf(entries: readonly LedgerEntry[], last: PeriodFigures | undefined, end: CalendarDate) {
  const cashOf = (some: readonly LedgerEntry[]) => sum(some.map(vehicleCash));
  const isSettled = ({ settledOn }: LedgerEntry) => settledOn !== null && settledOn <= end;
  return {
    fairValue: last?.subjects[0]?.fairValue ?? zero,
    cash: cashOf(entries.filter(isSettled)),
    unsettled: cashOf(entries.filter((entry) => !isSettled(entry))).negated(),
    line: cashOf(entries.filter(({ type }) => type.startsWith('LINE-'))),
  };
}

/** Compares the total of the securities with the vehicle. */
function portfolioPairs(
  { securities, valuations }: ClosingLedger,
  entries: readonly LedgerEntry[],
  last: PeriodFigures | undefined,
  end: CalendarDate,
): TiedPair[] {
  // Figures from data transfers have no entries to compare with.
  if (hasSent(last)) return [];
  const vehicle = last?.subjects[0];
  const trades = new Map<string, LedgerEntry[]>(securities.map(({ id }) => [id, []]));
  for (const entry of entries) if (entry.securityId !== null) trades.get(entry.securityId)?.push(entry);
  const positions = securities.map(({ id }) =>
    positionOn(
      trades.get(id) ?? [],
      valuations.filter(({ securityId }) => securityId === id),
      end,
    ),
  );
  const traded = (type: string) =>
    sum([...trades.values()].flat().flatMap((entry) => (entry.type === type ? [entry.amount] : [])));
  return [
    { name: 'Invested', is: traded('BUY'), hasToBe: vehicle?.invested ?? zero },
    { name: 'Proceeds', is: traded('SELL'), hasToBe: vehicle?.proceeds ?? zero },
    { name: 'Remaining cost', is: sum(positions.map(({ cost }) => cost)), hasToBe: vehicle?.cost ?? zero },
    { name: 'Fair value', is: sum(positions.map(({ fairValue }) => fairValue)), hasToBe: vehicle?.fairValue ?? zero },
  ];
}

/** Compares each notice, and each entry without one, with the sum of its shares. */
function noticePairs(
  entries: readonly LedgerEntry[],
  names: ReadonlyMap<string, string>,
  shared: ReadonlyMap<string, Decimal>,
): TiedPair[] {
  const groups = new Map<string, { name: string; entries: LedgerEntry[] }>();
  for (const entry of entries) {
    const key = entry.noticeId ?? entry.id;
    const name = names.get(key) ?? `${entry.type} ${entry.effective}`;
    const group = groups.get(key) ?? { name, entries: [] };
    group.entries.push(entry);
    groups.set(key, group);
  }
  return [...groups.values()].map(({ name, entries: own }) => ({
    name,
    is: sum(own.map(({ id }) => shared.get(id) ?? zero)),
    hasToBe: sum(own.map(({ amount }) => amount)),
  }));
}

const movedByCarry = [
  { kind: 'DISTRIBUTION', type: 'CARRY-PAID', title: 'Carry paid' },
  { kind: 'LEDGER_RUN', type: 'CLAWBACK', title: 'Clawback returned' },
] as const;

/**
 * Compares carry payments with their entries. A payment whose entry appears later because its quarter was locked counts from the entry's quarter.
 * Without an entry, it counts from its own date.
 */
const carryPairs = (
  entries: ClosingLedger['entries'],
  payments: readonly CarryPayment[],
  end: CalendarDate,
): TiedPair[] =>
  movedByCarry.map(({ kind, type, title }) => {
    const selected = entries.filter((entry) => entry.type === type);
    const entryOf = ({ runId, row }: CarryPayment) =>
      selected.find(({ source }) => source?.kind === kind && source.id === runId && source.row === row);
    const due = payments.filter(
      (payment) => payment.kind === kind && (entryOf(payment)?.booked ?? payment.date) <= end,
    );
    const is = sum(selected.filter(({ booked }) => booked <= end).map(({ amount }) => amount));
    const hasToBe = sum(due.map(({ amount }) => amount));
    const missing = due
      .filter((carryPayment) => entryOf(carryPayment) === undefined)
      .map(({ name, date }) => `${name} of ${date}`);
    const named =
      !is.eq(hasToBe) && missing.length > 0 ? ` (not in the ledger: ${missing.slice(0, 5).join(', ')})` : '';
    return { name: `${title}${named}`, is, hasToBe };
  });

/** The figures that count the price of a transfer between partners in an investor's books, and can count its history in the manager's. */
const onCash: ReadonlySet<ReportedName> = new Set(['contributions', 'distributions', 'irr', 'tvpi', 'dpi']);

/** Returns the figures of all partners of a vehicle at a quarter end. Undefined if they are those of the quarter, because nobody is free of fees. */
function figuresOfAllPartners(ledger: ClosingLedger, end: CalendarDate) {
  const isFeeFree = withoutReversed(ledger.events).some(({ paysFee }) => paysFee === false);
  return isFeeFree
    ? computeVehicle(ofAllPartners(ledger), end, { through: end, only: new Set([end]) })[0]?.subjects.find(
        ({ subject }) => subject === 'VEHICLE',
      )
    : undefined;
}

/**
 * Compares figures reported for the date itself with those of the quarter, and those of the vehicle as a whole with the figures of all partners.
 * Undetermined figures are skipped, and so are a manager's figures on another basis: after a transfer between partners, the manager can count the history that passed, which the investor's books don't have.
 */
function reportedPairs(ledger: ClosingLedger, last: PeriodFigures | undefined, end: CalendarDate): TiedPair[] {
  const investors = new Map(ledger.commitments.map(({ id, investorName }) => [id, investorName]));
  const transferred = new Set(
    withoutReversed(ledger.events.filter(({ booked }) => booked <= end)).flatMap(({ kind, commitmentId }) =>
      kind === 'TRANSFER_IN' || kind === 'TRANSFER_OUT' ? [commitmentId] : [],
    ),
  );
  const isOnOtherBasis = ({ commitmentId, figure, source }: ReportedFigure) =>
    source?.kind === 'TRANSFER' && commitmentId !== null && transferred.has(commitmentId) && onCash.has(figure);
  const reports = reportedUntil(ledger.reported ?? [], end).filter(({ date }) => date === end);
  const isWhole = ({ commitmentId }: ReportedFigure) => commitmentId === null;
  const allPartners = last !== undefined && reports.some(isWhole) ? figuresOfAllPartners(ledger, last.end) : undefined;
  return reports.flatMap((report): TiedPair[] => {
    const { commitmentId, figure, value } = report;
    if (isOnOtherBasis(report)) return [];
    const stored = last?.subjects.find(({ subject, id }) =>
      commitmentId === null ? subject === 'VEHICLE' : subject === 'COMMITMENT' && id === commitmentId,
    );
    const ownFigure = stored?.[figure] ?? null;
    const computed = isWhole(report) && allPartners ? allPartners[figure] : ownFigure;
    if (computed === null) return [];
    const { kind, title } = reportedFigures[figure];
    const fund = ownFigure?.eq(computed) ? 'the fund' : 'the fund, all partners';
    const name = `${title} of ${commitmentId === null ? fund : (investors.get(commitmentId) ?? commitmentId)}`;
    const hasToBe = kind === 'return' ? computed.times(hundred) : computed;
    return [{ name, is: value, hasToBe, isRatio: kind !== 'money' }];
  });
}

/**
 * Compares the reported NAVs of the partners with the fund's, and names the partners without one. Their statements and transfers would have no NAV
 * either.
 */
function partnerNavPairs(ledger: ClosingLedger, period: PeriodFigures | undefined, end: CalendarDate): TiedPair[] {
  const nav = period?.subjects.find(({ subject }) => subject === 'VEHICLE')?.nav ?? null;
  if (period === undefined || nav === null || navBasisOn(ledger, end) !== 'REPORTED') return [];
  const isMissing = ({ id }: { readonly id: string }) => period.navs.get(id)?.isErr() === true;
  const missingNames = ledger.commitments.filter(isMissing).map(({ investorName }) => investorName);
  const determined = [...period.navs.values()].flatMap((worth) => (worth.isOk() ? [worth.value.amount] : []));
  const missing = missingNames.length > 0 ? ` (no NAV is reported for ${missingNames.join(', ')})` : '';
  return [{ name: `NAV of the partners${missing}`, is: sum(determined), hasToBe: nav }];
}

const sum = (amounts: readonly Decimal[]) => amounts.reduce<Decimal>((total, amount) => total.plus(amount), zero);
