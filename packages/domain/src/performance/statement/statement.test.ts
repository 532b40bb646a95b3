import { addDays, calendarDate, type Decimal, decimal, fromCents, moneyText, zero } from '@carrara/domain/kernel';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AccountPeriod, statementDates } from '../capitalAccount/index.ts';
import { type RequestedEntry, type EntryType, entryTypeRule, postEntry, quarterEnd } from '../ledger/index.ts';
import { type BookedEvent, computeVehicle, type VehicleLedger } from '../period/index.ts';
import {
  accountSummary,
  cashFlowEvents,
  flowsByYear,
  type FlowShare,
  securitiesOn,
  type StatedSecurity,
  type StatementLedger,
  sumOfSentLines,
  vehiclePortfolio,
  vehicleStatement,
} from './index.ts';
import { caseCount } from '../../testing/index.ts';

const runs = caseCount({ quick: 12, all: 60 });
const day = calendarDate;
const securities: readonly StatedSecurity[] = [
  { id: 'loan', holdingId: 'steel', kind: 'DEBT' },
  { id: 'shares', holdingId: 'steel', kind: 'EQUITY' },
  { id: 'stake', holdingId: 'glass', kind: 'EQUITY' },
];
const event = (commitmentId: string, kind: BookedEvent['kind'], date: string, amount: string): BookedEvent => ({
  id: `${commitmentId} ${kind} ${date}`,
  commitmentId,
  kind,
  date: day(date),
  booked: quarterEnd(day(date)),
  amount: decimal(amount),
  paysFee: null,
  paysCarry: null,
  holdingId: kind === 'EXCUSE' ? 'glass' : null,
  seq: 1,
  reversalOf: null,
});
const empty: VehicleLedger = {
  vehicleId: 'fund',
  commitments: [
    { id: 'a', investorCode: 'LP-A', isGp: false },
    { id: 'b', investorCode: 'LP-B', isGp: false },
    { id: 'gp', investorCode: 'GP', isGp: true },
  ],
  events: [
    event('a', 'CLOSE', '2020-01-01', '600'),
    event('b', 'CLOSE', '2020-01-01', '300'),
    event('b', 'EXCUSE', '2020-01-02', '0'),
    event('gp', 'CLOSE', '2020-01-01', '100'),
    event('a', 'INCREASE', '2020-08-01', '77.77'),
  ],
  entries: [],
  securities,
  valuations: [],
  policy: 'ILPA',
  transfers: 'HISTORY',
  navBasis: 'LEDGER',
};
const requested = (
  type: EntryType,
  amount: string | Decimal,
  effective: string,
  more: Partial<RequestedEntry> = {},
) => ({
  type,
  amount: decimal(amount),
  effective: day(effective),
  key: entryTypeRule(type).key,
  holdingId: entryTypeRule(type).security === 'required' ? 'steel' : null,
  securityId: entryTypeRule(type).security === 'required' ? 'shares' : null,
  noticeId: null,
  costRelieved: type === 'SELL' ? zero : null,
  isRecallable: false,
  isOutside: false,
  settledOn: day(effective),
  enteredShares: [],
  ...more,
});
const after = (ledger: VehicleLedger, ...all: readonly RequestedEntry[]): VehicleLedger =>
  all.reduce((now, entry) => {
    const posting = postEntry(entry, { ...now, locked: new Set() });
    if (posting.isErr()) return now;
    return { ...now, entries: [...now.entries, { ...posting.value, id: String(now.entries.length) }] };
  }, ledger);
/** Converts a ledger to the form that statements use: shares separate from trades. */
const stated = (ledger: VehicleLedger): StatementLedger => ({
  ...ledger,
  securities,
  shares: ledger.entries.flatMap(({ type, booked, shares }) => shares.map((share) => ({ ...share, type, booked }))),
  trades: ledger.entries.filter(
    ({ type, holdingId }) => holdingId !== null && (type === 'BUY' || type === 'SELL' || type.startsWith('INC-')),
  ),
});
const valued = (securityId: string, date: string, fairValue: string | Decimal) => ({
  securityId,
  date: day(date),
  booked: quarterEnd(day(date)),
  fairValue: decimal(fairValue),
  seq: 1,
});

const fund: VehicleLedger = {
  ...after(
    empty,
    requested('CALL-INV', '400', '2020-01-10'),
    requested('BUY', '300', '2020-01-15'),
    requested('BUY', '100', '2020-01-15', { securityId: 'loan' }),
    requested('INC-INT', '10', '2020-05-01', { holdingId: 'steel' }),
    requested('INC-DIV', '20', '2020-06-01', { holdingId: 'steel' }),
    requested('FEE', '9', '2020-06-30'),
    requested('SELL', '150', '2020-08-01', { costRelieved: decimal('100') }),
    requested('DIST-ROC', '100', '2020-08-03', { isRecallable: true }),
    requested('CARRY-EARNED', '10', '2020-08-03'),
    requested('CARRY-PAID', '6', '2020-08-03'),
  ),
  valuations: [valued('shares', '2020-06-30', '360'), valued('shares', '2020-09-30', '270.01')],
};
const texts = (figures: object) => Object.values(figures).map((value: Decimal) => moneyText(value));

describe('the statement of a vehicle', () => {
  const statement = vehicleStatement(stated(fund), statementDates(day('2020-09-30')));

  it('rolls each partner from its opening to its closing NAV, with holding gains in rows 92 and 93', () => {
    const line = (period: AccountPeriod) => texts(accountSummary(statement.fund[period]));
    // beginning, contributions, distributions, other, operating, realized, unrealized, ending, carry owed, before carry, commitment, unfunded
    expect(line('QTD').join(' ')).toBe('481.00 0.00 -106.00 0.00 0.00 50.00 10.01 435.01 0.00 435.01 1077.77 777.77');
    expect(line('ITD').slice(0, 8)).toEqual(['0.00', '400.00', '-106.00', '0.00', '21.00', '50.00', '70.01', '435.01']);
    expect(texts(accountSummary(statement.gp.ITD)).slice(7, 10)).toEqual(['48.39', '4.00', '44.39']);
  });

  it('ends with the value of the figures for a quarter with a sale before the commitments changed', () => {
    const sold = after(fund, requested('SELL', '60', '2020-07-15', { costRelieved: decimal('50') }));
    const end = day('2020-09-30');
    const period = computeVehicle(sold, end, { through: end }).find((periodFigures) => periodFigures.end === end)!;
    const { ending } = accountSummary(vehicleStatement(stated(sold), statementDates(end)).partners.get('b')!.QTD);
    expect(ending).toEqual(period.subjects.find(({ id }) => id === 'b')!.nav!);
  });

  it('counts quarters up to the last change of the fund, whatever its end', () => {
    let read = 0;
    const ledger = stated(fund);
    const counted: StatementLedger = {
      ...ledger,
      get commitments() {
        read += 1;
        return ledger.commitments;
      },
    };
    const at = (end: string) => {
      read = 0;
      const { ending } = accountSummary(vehicleStatement(counted, statementDates(day(end))).fund.ITD);
      return [ending && moneyText(ending), read];
    };
    const last = at('2020-09-30');
    expect(last[0]).toBe('435.01');
    expect(at('2020-12-31')).toEqual(last);
    expect(at('2199-12-31')).toEqual(last);
  });

  it('starts the year after the fiscal year end of the vehicle', () => {
    expect(statementDates(day('2020-09-30'))).toMatchObject({ quarterFrom: '2020-06-30', yearFrom: '2019-12-31' });
    expect(statementDates(day('2020-09-30'), '06-30')).toMatchObject({ yearFrom: '2020-06-30' });
    expect(statementDates(day('2020-06-30'), '06-30')).toMatchObject({ yearFrom: '2019-06-30' });
  });
});

describe('the portfolio of a vehicle', () => {
  const portfolio = vehiclePortfolio(stated(fund), day('2020-09-30'));

  it('has each security, debt, equity and total; income goes to the securities of its kind', () => {
    const line = ({ invested, proceeds, income, remainingCost, fairValue, gain }: (typeof portfolio.whole)['total']) =>
      texts({ invested, proceeds, income, remainingCost, fairValue, gain });
    expect(line(portfolio.whole.kinds.DEBT)).toEqual(['100.00', '0.00', '10.00', '100.00', '100.00', '10.00']);
    expect(line(portfolio.whole.kinds.EQUITY)).toEqual(['300.00', '150.00', '20.00', '200.00', '270.01', '140.01']);
    expect(line(portfolio.whole.total)).toEqual(['400.00', '150.00', '30.00', '300.00', '370.01', '150.01']);
  });

  it('is shared over the participating commitments to the cent', () => {
    const shares = portfolio.shares._unsafeUnwrap();
    expect(['a', 'b', 'gp'].map((id) => moneyText(shares.get(id)!.total.fairValue))).toEqual([
      '232.69',
      '102.99',
      '34.33',
    ]);
    const bought = after(fund, requested('BUY', '1', '2020-09-01', { holdingId: 'glass', securityId: 'stake' }));
    const excused = vehiclePortfolio(stated(bought), day('2020-09-30')).shares._unsafeUnwrap();
    expect([...excused].filter(([, { securities: own }]) => own.has('stake')).map(([id]) => id)).toEqual(['gp', 'a']);
  });
});

describe('the cash flows of an investor', () => {
  it('are listed by notice or by day, latest first, with the carry borne next to them', () => {
    const events = cashFlowEvents(
      fund.entries.flatMap(({ type, effective, shares }) =>
        shares
          .filter(({ commitmentId }) => commitmentId === 'a')
          .map((share) => ({
            ...share,
            vehicleId: 'fund',
            noticeId: type === 'CALL-INV' ? 'n1' : null,
            type,
            effective,
          })),
      ),
    );
    expect(
      events.map(({ noticeId, date, contributions, distributions, unfunded, lines }) => [
        noticeId,
        date,
        ...texts({ contributions, distributions, unfunded }),
        lines.map(({ type, category, amount, cash }) => [type, category, ...texts({ amount, cash })]),
      ]),
    ).toEqual([
      [
        null,
        '2020-08-03',
        '0.00',
        '62.89',
        '62.89',
        [
          ['DIST-ROC', 'Distribution', '62.89', '62.89'],
          ['CARRY-PAID', 'Carry Paid', '4.16', '0.00'],
        ],
      ],
      ['n1', '2020-01-10', '240.00', '0.00', '-240.00', [['CALL-INV', 'Investment', '240.00', '-240.00']]],
    ]);
  });
});

describe('cash flows of an investor', () => {
  const flow = (type: EntryType, amount: string, isMirror = false): FlowShare => ({
    vehicleId: 'fund',
    noticeId: null,
    commitmentId: 'gp',
    type,
    effective: day('2021-06-30'),
    amount: decimal(amount),
    cost: zero,
    unfunded: zero,
    isMirror,
  });
  const lines = (...flows: readonly FlowShare[]) =>
    cashFlowEvents(flows).map(({ contributions, distributions }) => [
      moneyText(contributions),
      moneyText(distributions),
    ]);

  it('are empty if only carry was borne', () => {
    expect(lines(flow('CARRY-PAID', '4.16'))).toEqual([]);
  });

  it('subtract returned excess from paid-in capital, as contributions and multiples do', () => {
    expect(lines(flow('CALL-INV', '100'), flow('EXCESS-INV', '30'))).toEqual([['70.00', '0.00']]);
  });

  it('list the interest of a late closing, but count it as neither', () => {
    const flows = [flow('CALL-INV', '100'), flow('LATE-INT-PAID', '4'), flow('LATE-INT-RECEIVED', '1')];
    expect(lines(...flows)).toEqual([['100.00', '0.00']]);
    const [event] = cashFlowEvents(flows);
    expect(moneyText(event!.interest)).toBe('-3.00');
    expect(event!.lines.map(({ type, cash }) => [type, moneyText(cash)])).toEqual([
      ['CALL-INV', '-100.00'],
      ['LATE-INT-PAID', '-4.00'],
      ['LATE-INT-RECEIVED', '1.00'],
    ]);
  });

  it('count carry as received, returned carry as paid in, and reversed amounts where they were', () => {
    expect(lines(flow('CARRY-PAID', '-20', true))).toEqual([['0.00', '20.00']]);
    expect(lines(flow('CLAWBACK', '-5', true))).toEqual([['5.00', '0.00']]);
    expect(lines(flow('DIST-GAIN', '-7'))).toEqual([['0.00', '-7.00']]);
  });
});

/** Generates the history of a small vehicle. */
const anyHistory = fc
  .array(
    fc.record({
      type: fc.constantFrom<EntryType | 'VALUE'>(
        'CALL-INV',
        'FEE',
        'DIST-ROC',
        'BUY',
        'SELL',
        'INC-INT',
        'INC-DIV',
        'CARRY-EARNED',
        'CARRY-PAID',
        'CARRY-ACCRUED',
        'EXCESS-FEE',
        'VALUE',
      ),
      cents: fc.bigInt({ min: 1n, max: 3000n }),
      offset: fc.integer({ min: 5, max: 700 }),
      security: fc.constantFrom(...securities),
    }),
    { minLength: 1, maxLength: 16 },
  )
  .map((steps) =>
    steps.reduce((ledger, { type, cents, offset, security }): VehicleLedger => {
      const date = addDays(day('2020-01-01'), offset);
      const amount = fromCents(cents);
      if (type === 'VALUE') {
        return {
          ...ledger,
          valuations: [...ledger.valuations, { ...valued(security.id, date, amount), seq: ledger.valuations.length }],
        };
      }
      const isTraded = entryTypeRule(type).security === 'required';
      const position = isTraded ? { holdingId: security.holdingId, securityId: security.id } : {};
      const named = type.startsWith('INC-') ? { holdingId: security.holdingId } : {};
      return after(ledger, requested(type, amount, date, { ...position, ...named }));
    }, empty),
  );

describe('for all histories', () => {
  it("each partner's roll ends at the period figures, the partners sum to the fund, the portfolio to the holdings [T1 T4 T6 T7]", () => {
    fc.assert(
      fc.property(anyHistory, (ledger) => {
        for (const period of computeVehicle(ledger)) {
          const statement = vehicleStatement(stated(ledger), statementDates(period.end));
          const { partners, fund: whole, gp } = statement;
          for (const [id, account] of [...partners].slice(0, 1))
            expect(vehicleStatement(stated(ledger), statementDates(period.end), id)).toEqual({
              partners: new Map([[id, account]]),
              fund: whole,
              gp,
            });
          const figuresOf = (id: string) => period.subjects.find((subject) => subject.id === id)!;
          for (const [id, account] of [...partners, ['fund', whole] as const]) {
            const { nav, navBeforeCarry, unfunded, commitment } = figuresOf(id);
            for (const column of Object.values(account)) {
              const line = accountSummary(column);
              expect(texts([line.ending, line.endingBeforeCarry, line.unfunded, line.commitment])).toEqual(
                texts([nav!, navBeforeCarry!, unfunded!, commitment!]),
              );
            }
          }
          const { total } = vehiclePortfolio(stated(ledger), period.end).whole;
          const { invested, proceeds, income, cost, fairValue } = figuresOf('fund');
          expect(texts([total.invested, total.proceeds, total.income, total.remainingCost, total.fairValue])).toEqual(
            texts([invested!, proceeds!, income!, cost!, fairValue!]),
          );
        }
      }),
      { numRuns: runs },
    );
  });

  it('the shares of the portfolio sum to the whole', () => {
    fc.assert(
      fc.property(anyHistory, (ledger) => {
        const end = day('2021-12-31');
        const { whole, shares } = vehiclePortfolio(stated(ledger), end);
        const sums = (['invested', 'income', 'fairValue'] as const).map((name) =>
          [...shares._unsafeUnwrap().values()].reduce((sum, { total }) => sum.plus(total[name]), zero),
        );
        expect(texts(sums)).toEqual(texts([whole.total.invested, whole.total.income, whole.total.fairValue]));
        expect(securitiesOn(stated(ledger), end).length).toBe(whole.securities.size);
      }),
      { numRuns: runs },
    );
  });
});

it('the cash by year lists the base currency first, and the earliest year first', () => {
  const event = (vehicleId: string, date: string) => ({
    vehicleId,
    noticeId: null,
    date: day(date),
    lines: [],
    contributions: decimal('1'),
    distributions: zero,
    interest: zero,
    unfunded: zero,
  });
  const events = [event('CHF', '2020-01-01'), event('USD', '2021-01-01'), event('USD', '2020-01-01')];
  const years = flowsByYear(events, ({ vehicleId }) => vehicleId, 'USD');
  expect(years.map(({ currency, year }) => [currency, year])).toEqual([
    ['USD', 2020],
    ['USD', 2021],
    ['CHF', 2020],
  ]);
});

describe('the sum of lines of a sent portfolio', () => {
  const line = (invested: string, fairValue: string | null, partOfFund: string | null) => ({
    invested,
    proceeds: '10.00',
    income: '1.00',
    remainingCost: invested,
    fairValue,
    grossIrr: '12.5',
    grossIrrAnnualized: true,
    partOfFund,
  });

  it('adds up amounts and parts, without a rate if there are several', () => {
    expect(sumOfSentLines([line('100.00', '120.00', '60'), line('50.00', '40.00', '20.5')])).toMatchObject({
      invested: '150.00',
      fairValue: '160.00',
      total: '182.00',
      gain: '32.00',
      partOfFund: '80.5',
      grossIrr: null,
      notDetermined: [{ field: 'grossIrr', code: 'NOT_REPORTED' }],
    });
    expect(sumOfSentLines([line('100.00', '120.00', '60')])).toMatchObject({ grossIrr: '12.5', notDetermined: [] });
  });

  it('has no value, with the reason, if that of a line is unknown', () => {
    const sum = sumOfSentLines([line('100.00', null, null), line('50.00', '40.00', '20')]);
    expect(sum).toMatchObject({ invested: '150.00', fairValue: null, total: null, gain: null, partOfFund: null });
    const fields = sum.notDetermined.map(({ field }) => field);
    expect(fields).toEqual(['fairValue', 'gain', 'grossMoic', 'grossIrr', 'total', 'partOfFund']);
  });

  it('is zero for no lines', () =>
    expect(sumOfSentLines([])).toMatchObject({ invested: '0.00', total: '0.00', partOfFund: '0', notDetermined: [] }));
});
