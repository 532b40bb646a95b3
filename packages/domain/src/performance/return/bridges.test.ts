import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  calendarDate,
  createExplanations,
  dayNumber,
  decimal,
  moneyText,
  numberText,
  zero,
} from '../../kernel/index.ts';
import {
  centFlows,
  jCurve,
  moneyToCents,
  type NavBridgeStep,
  navBridge,
  navBridgeSteps,
  valueCreation,
  valueDrivers,
} from './index.ts';
import { caseCount } from '../../testing/index.ts';

const runs = caseCount({ quick: 60, all: 300 });
const money = fc.integer({ min: -1e9, max: 1e9 }).map((cents) => decimal(cents).div(100));

describe('NAV bridge', () => {
  const steps = fc.record(
    Object.fromEntries(navBridgeSteps.map((step) => [step, money])) as Record<NavBridgeStep, typeof money>,
  );

  it('for all steps: it sums exactly, with the conversion difference under currency', () => {
    fc.assert(
      fc.property(money, steps, money, (opening, changes, closing) => {
        const bridge = navBridge({ opening, steps: changes, closing, isConverted: true })._unsafeUnwrap();
        const sum = navBridgeSteps.reduce((at, step) => at.plus(bridge[step]), bridge.opening);
        expect(moneyText(sum.plus(bridge.currency!))).toBe(moneyText(bridge.closing));
      }),
      { numRuns: runs },
    );
  });

  it('without conversion refuses steps that do not lead to the closing NAV, and names both', () => {
    const nothing = Object.fromEntries(navBridgeSteps.map((step) => [step, zero])) as Record<
      NavBridgeStep,
      typeof zero
    >;
    const bridgeTo = (closing: string) =>
      navBridge({
        opening: decimal(10),
        steps: { ...nothing, income: decimal(1) },
        closing: decimal(closing),
        isConverted: false,
      });
    expect(bridgeTo('11')._unsafeUnwrap().currency).toBeNull();
    expect(bridgeTo('12')._unsafeUnwrapErr()).toMatchObject({
      code: 'FIGURES_DIFFER',
      detail: expect.stringContaining('11.00'),
    });
  });
});

const company = (sales: number, ebitda: number, multiple: number, netDebt: number) => ({
  sales: decimal(sales),
  ebitda: decimal(ebitda),
  enterpriseValue: decimal(ebitda).mul(multiple),
  netDebt: decimal(netDebt),
});

describe('value creation', () => {
  const input = { entry: company(100, 20, 8, 60), current: company(120, 30, 9, 50), ownership: decimal(80) };

  it('by driver [performance worked example 5]', () => {
    const found = valueCreation(input)._unsafeUnwrap();
    expect(valueDrivers.map((driver) => numberText(found[driver]))).toEqual(['25.6', '32', '6.4', '16', '8', '8']);
    expect([numberText(found.explained), found.other, found.total]).toEqual(['96', null, null]);
  });

  it('leads up to total value less invested capital', () => {
    const found = valueCreation({ ...input, totalValue: decimal(200), invested: decimal(80) })._unsafeUnwrap();
    expect([found.other, found.total].map((value) => numberText(value!))).toEqual(['24', '120']);
  });

  it('is not determined if sales or EBITDA is not above zero, with a reason for each', () => {
    const wrong = valueCreation({ ...input, entry: company(0, -1, 8, 0) })._unsafeUnwrapErr();
    expect(wrong.map(({ code, path }) => [code, path])).toEqual([
      ['NOT_DETERMINED', ['entry', 'sales']],
      ['NOT_DETERMINED', ['entry', 'ebitda']],
    ]);
  });

  it('for all companies: the drivers and the rest sum exactly to the change of equity', () => {
    const figures = fc.record({
      sales: fc.integer({ min: 1, max: 1e6 }),
      ebitda: fc.integer({ min: 1, max: 1e6 }),
      multiple: fc.integer({ min: 0, max: 30 }),
      netDebt: fc.integer({ min: -1e6, max: 1e6 }),
    });
    fc.assert(
      fc.property(figures, figures, fc.integer({ min: 0, max: 100 }), money, (before, now, ownership, totalValue) => {
        const [entry, current] = [before, now].map((at) => company(at.sales, at.ebitda, at.multiple, at.netDebt));
        const found = valueCreation({
          entry: entry!,
          current: current!,
          ownership: decimal(ownership),
          totalValue,
          invested: decimal(7),
        })._unsafeUnwrap();
        const sum = valueDrivers.reduce((at, driver) => at.plus(found[driver]), found.other!);
        expect(moneyText(sum)).toBe(moneyText(totalValue.minus(7)));
        const equity = (at: typeof entry) => at!.enterpriseValue.minus(at!.netDebt);
        const change = equity(current).minus(equity(entry)).mul(ownership).div(100);
        expect(found.explained.minus(change).abs().lte('0.03')).toBe(true);
      }),
      { numRuns: runs },
    );
  });
});

describe('J-curve', () => {
  const date = (text: string) => calendarDate(text);
  const flows = centFlows([
    { date: date('2021-01-31'), amount: decimal(-40) },
    { date: date('2021-05-15'), amount: decimal(-20) },
    { date: date('2021-09-15'), amount: decimal(75) },
    { date: date('2021-10-01'), amount: decimal(-18) },
    { date: date('2022-01-31'), amount: decimal(3) },
    { date: date('2022-06-01'), amount: decimal(-9) },
  ]);
  const curve = jCurve({
    flows,
    commitment: decimal(80),
    navs: [{ day: dayNumber(date('2021-06-30')), cents: moneyToCents(decimal(66)) }],
    asOf: date('2022-02-28'),
  });

  it('accumulates cash by day, as an amount and in percent of the commitment', () => {
    expect(curve.days.map((point) => [point.date, numberText(point.cumulative), numberText(point.percent!)])).toEqual([
      ['2021-01-31', '-40', '-50'],
      ['2021-05-15', '-60', '-75'],
      ['2021-09-15', '15', '18.75'],
      ['2021-10-01', '-3', '-3.75'],
      ['2022-01-31', '0', '0'],
    ]);
    expect(curve.depth).toMatchObject({ date: '2021-05-15', percent: decimal(-75) });
  });

  it('breaks even on the first day from which it stays at or above zero', () => {
    expect(curve.breakEven).toBe('2022-01-31');
    expect(jCurve({ flows, commitment: zero, navs: [], asOf: date('2021-12-31') }).breakEven).toBeNull();
  });

  it('has a point for each quarter of age, with the last NAV and the cash since: a call is no loss and a receipt no gain', () => {
    expect(
      curve.quarters.map(({ age, date: day, cumulative, withNav }) => [
        age,
        day,
        numberText(cumulative),
        withNav?.toString(),
      ]),
    ).toEqual([
      [0, '2021-01-31', '-40', undefined],
      [1, '2021-04-30', '-40', undefined],
      [2, '2021-07-31', '-60', '6'],
      [3, '2021-10-31', '-3', '6'],
      [4, '2022-01-31', '0', '6'],
    ]);
  });

  it('has a point for each day with cash, each quarter of age and the last day, with the NAV rolled forward', () => {
    expect(
      curve.points.map(({ date: day, cumulative, withNav }) => [day, numberText(cumulative), withNav?.toString()]),
    ).toEqual([
      ['2021-01-31', '-40', undefined],
      ['2021-04-30', '-40', undefined],
      ['2021-05-15', '-60', undefined],
      ['2021-07-31', '-60', '6'],
      ['2021-09-15', '15', '6'],
      ['2021-10-01', '-3', '6'],
      ['2021-10-31', '-3', '6'],
      ['2022-01-31', '0', '6'],
      ['2022-02-28', '0', '6'],
    ]);
  });

  it('continues to the last day of the calendar', () => {
    const late = centFlows([{ date: date('9999-08-01'), amount: decimal(-1) }]);
    const found = jCurve({ flows: late, commitment: decimal(1), navs: [], asOf: date('9999-12-31') });
    expect(found.quarters.map((point) => point.date)).toEqual(['9999-08-01', '9999-11-01']);
  });

  it('is empty without cash, and has no percentages without a commitment', () => {
    const emptyCurve = jCurve({ flows: centFlows([]), commitment: decimal(1), navs: [], asOf: date('2021-01-01') });
    expect(emptyCurve).toEqual({ days: [], quarters: [], points: [], depth: null, breakEven: null });
    const explanations = createExplanations();
    const free = jCurve({ flows, commitment: zero, navs: [], asOf: date('2021-12-31') }, explanations);
    expect(free.depth?.percent).toBeNull();
    expect(explanations.tree(['depth'])).toMatchObject({ result: null });
  });
});
