import { describe, expect, it } from 'vitest';
import { calendarDate as day, decimal, moneyText } from '@carrara/domain/kernel';
import { type AskedEntry, entryTypeRule, type EntryType, postEntry, quarterEnd } from '../ledger/index.ts';
import { computeInvestors, heldCommitments } from './computeInvestors.ts';
import { computeVehicle, type VehicleLedger } from './computeVehicle.ts';
import { postReported, type ReportedFigure, reportedUntil } from './reported.ts';

const close = (commitmentId: string, amount: string, paysFee = true) => ({
  id: commitmentId,
  commitmentId,
  kind: 'CLOSE' as const,
  date: day('2020-01-01'),
  amount: decimal(amount),
  paysFee,
  paysCarry: null,
  holdingId: null,
  seq: 1,
  reversalOf: null,
  booked: day('2020-03-31'),
});
const said = (date: string, value: string, more: Partial<ReportedFigure> = {}): ReportedFigure => ({
  id: `${date} ${more.commitmentId ?? ''} ${String(more.seq ?? 1)}`,
  commitmentId: null,
  figure: 'nav',
  date: day(date),
  value: decimal(value),
  booked: quarterEnd(day(date)),
  seq: 1,
  reversalOf: null,
  ...more,
});
const posted = (ledger: VehicleLedger, ...cash: readonly (readonly [EntryType, string, string])[]): VehicleLedger =>
  cash.reduce((now, [type, amount, effective], i) => {
    const asked: AskedEntry = {
      type,
      amount: decimal(amount),
      effective: day(effective),
      key: entryTypeRule(type).key,
      holdingId: null,
      securityId: null,
      noticeId: null,
      costRelieved: null,
      isRecallable: false,
      isOutside: false,
      settledOn: null,
      given: [],
    };
    const posting = postEntry(asked, { ...now, locked: new Set() })._unsafeUnwrap();
    return { ...now, entries: [...now.entries, { ...posting, id: String(i) }] };
  }, ledger);
const two = posted(
  {
    vehicleId: 'fund',
    commitments: [
      { id: 'a', investorCode: 'A', isGp: false },
      { id: 'gp', investorCode: 'GP', isGp: true },
    ],
    events: [close('a', '900'), close('gp', '100', false)],
    entries: [],
    securities: [],
    valuations: [],
    policy: 'ILPA',
    navBasis: 'REPORTED',
  },
  ['CALL-INV', '500', '2020-02-01'],
  ['CALL-INV', '100', '2020-05-01'],
  ['DIST-GAIN', '50', '2020-06-15'],
);
const figuresAt = (ledger: VehicleLedger, end: string, id: string) =>
  computeVehicle(ledger)
    .find((one) => one.end === end)!
    .subjects.find((one) => one.id === id)!;
const navAt = (ledger: VehicleLedger, end: string, id: string) => {
  const { nav, rolledForwardFrom, notDetermined } = figuresAt(ledger, end, id);
  return nav === null ? notDetermined.find(({ field }) => field === 'nav')?.code : [moneyText(nav), rolledForwardFrom];
};

describe('the net asset value on the basis of what was reported', () => {
  it('is missing where nothing was said, and no figure rests on it', () => {
    expect(navAt(two, '2020-03-31', 'fund')).toBe('NAV_MISSING');
    const { irr, tvpi, dpi, contributions } = figuresAt(two, '2020-06-30', 'fund');
    expect([irr, tvpi]).toEqual([null, null]);
    expect([moneyText(dpi!), moneyText(contributions!)]).toEqual(['0.08', '600.00']);
  });

  it('is what was said for the day, and later rolled by the cash since [ROLLED_FORWARD]', () => {
    const ledger = { ...two, reported: [said('2020-03-31', '520')] };
    expect(navAt(ledger, '2020-03-31', 'fund')).toEqual(['520.00', null]);
    // 520 + 100 called - 50 distributed.
    expect(navAt(ledger, '2020-06-30', 'fund')).toEqual(['570.00', '2020-03-31']);
    // Nobody said what each of the two has, nor what those who pay fees have.
    expect(navAt(ledger, '2020-06-30', 'a')).toBe('NAV_MISSING');
    expect(figuresAt(ledger, '2020-06-30', 'fund').irr).toBeNull();
  });

  it('of the fund is the sum of what was said of every commitment, of those who pay fees that of theirs', () => {
    const reported = [
      said('2020-06-30', '600', { commitmentId: 'a' }),
      said('2020-03-31', '50', { commitmentId: 'gp' }),
    ];
    const ledger = { ...two, reported };
    // The other one's is rolled: 50 + 10 - 5.
    expect(navAt(ledger, '2020-06-30', 'gp')).toEqual(['55.00', '2020-03-31']);
    expect(navAt(ledger, '2020-06-30', 'fund')).toEqual(['655.00', '2020-03-31']);
    expect(figuresAt(ledger, '2020-06-30', 'fund').tvpi!.eq(figuresAt(ledger, '2020-06-30', 'a').tvpi!)).toBe(true);
  });

  it('is that of the only commitment too, and of its investor', () => {
    const alone = posted(
      { ...two, entries: [], commitments: two.commitments.slice(0, 1), events: two.events.slice(0, 1) },
      ['CALL-INV', '500', '2020-02-01'],
    );
    const ledger = { ...alone, reported: [said('2020-09-30', '610.10')] };
    expect(navAt(ledger, '2020-09-30', 'a')).toEqual(['610.10', null]);
    const periods = computeVehicle(ledger);
    const held = alone.commitments.map((one) => ({ ...one, investorId: 'x' }));
    const commitments = heldCommitments({ ...ledger, commitments: held }, periods);
    const investors = computeInvestors({ commitments, from: day('2020-03-31'), policy: 'ILPA' });
    expect(moneyText(investors.at(-1)!.nav!)).toBe('610.10');
    expect(investors.at(-1)!.irr!.eq(figuresAt(ledger, '2020-09-30', 'a').irr!)).toBe(true);
  });
});

it('of two figures of a day the later one counts, until it is taken back; what is shown later counts later', () => {
  const first = said('2020-03-31', '1');
  const second = said('2020-03-31', '2', { seq: 2, booked: day('2020-06-30') });
  const back = said('2020-03-31', '2', { seq: 3, id: 'back', reversalOf: second.id, booked: day('2020-09-30') });
  const counts = (end: string) => reportedUntil([back, second, first], day(end)).map(({ value }) => value.toString());
  expect(['2020-03-31', '2020-06-30', '2020-09-30', '2019-12-31'].map(counts)).toEqual([['1'], ['2'], ['1'], []]);
});

it('is judged by its kind and by what is locked', () => {
  const judge = (figure: ReportedFigure['figure'], value: string, locked: readonly string[] = []) =>
    postReported(
      { figure, date: day('2020-03-31'), value: decimal(value) },
      { locked: new Set(locked.map(day)) },
    ).match(
      (booked) => booked,
      ([failure]) => failure!.code,
    );
  expect(judge('nav', '-5.25')).toBe('2020-03-31');
  expect(judge('nav', '5.255')).toBe('MONEY_SCALE');
  expect(judge('irr', '13.4215')).toBe('2020-03-31');
  expect(judge('commitment', '-1')).toBe('NEGATIVE_AMOUNT');
  expect(judge('nav', '5', ['2020-03-31'])).toBe('2020-06-30');
});
