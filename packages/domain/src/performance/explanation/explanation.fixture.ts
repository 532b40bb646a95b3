import { calendarDate, type Decimal, decimal, zero } from '@carrara/domain/kernel';
import { expect } from 'vitest';
import { type RequestedEntry, type EntryType, entryTypeRule, postEntry, quarterEnd } from '../ledger/index.ts';
import type { BookedEvent, VehicleLedger } from '../period/index.ts';
import { bookOn, type PerformanceStep } from './index.ts';

export const day = calendarDate;
export const close = (commitmentId: string, amount: string, pays: boolean): BookedEvent => ({
  id: `close ${commitmentId}`,
  commitmentId,
  kind: 'CLOSE',
  date: day('2020-01-01'),
  booked: day('2020-03-31'),
  amount: decimal(amount),
  paysFee: pays,
  paysCarry: pays,
  holdingId: null,
  seq: 1,
  reversalOf: null,
});
export const emptyLedger: VehicleLedger = {
  vehicleId: 'fund',
  commitments: ['a', 'b', 'gp'].map((id) => ({ id, investorCode: id, isGp: id === 'gp' })),
  events: [close('a', '600', true), close('b', '300', true), close('gp', '100', false)],
  entries: [],
  securities: [{ id: 'shares', holdingId: 'steel' }],
  valuations: [],
  policy: 'ILPA',
  transfers: 'HISTORY',
  navBasis: 'LEDGER',
};
const entry = (type: EntryType, amount: string, date: string, more: Partial<RequestedEntry> = {}): RequestedEntry => {
  const rule = entryTypeRule(type);
  const isTraded = rule.security === 'required';
  return {
    type,
    amount: decimal(amount),
    effective: day(date),
    key: rule.key,
    holdingId: isTraded ? 'steel' : null,
    securityId: isTraded ? 'shares' : null,
    noticeId: null,
    costRelieved: type === 'SELL' ? decimal('40') : null,
    isRecallable: false,
    isOutside: false,
    settledOn: day(date),
    enteredShares: [],
    ...more,
  };
};
export const ledger = [
  entry('LINE-DRAW-INV', '100', '2020-02-01'),
  entry('BUY', '100', '2020-02-01'),
  entry('CALL-INV', '150.01', '2020-08-01'),
  entry('CALL-LINE', '2.02', '2020-08-01'),
  entry('LINE-REPAY-INV', '70', '2020-08-01'),
  entry('EXP-LINE-INT', '0.77', '2022-12-31', { settledOn: null }),
  entry('FEE', '9.99', '2021-03-31'),
  entry('SELL', '90', '2022-05-01'),
  entry('DIST-ROC', '33.33', '2022-06-01', { isRecallable: true }),
  entry('DIST-GAIN', '40.01', '2022-06-01'),
  entry('EXCESS-INV', '5', '2022-07-01'),
  entry('CARRY-PAID', '6', '2022-06-01'),
].reduce<VehicleLedger>(
  (now, requested) => {
    const posting = postEntry(requested, { ...now, locked: new Set() })._unsafeUnwrap();
    return { ...now, entries: [...now.entries, { ...posting, id: String(now.entries.length) }] };
  },
  {
    ...emptyLedger,
    valuations: [
      ['2021-12-31', '130'],
      ['2022-12-31', '95.5'],
    ].map(([date = '', value = ''], i) => ({
      id: `value ${String(i)}`,
      securityId: 'shares',
      date: day(date),
      booked: quarterEnd(day(date)),
      fairValue: decimal(value),
      seq: i + 1,
    })),
  },
);
export const end = day('2022-12-31');
export const book = bookOn(ledger, end)!;
export const allCommitments = { book, ids: new Set(['a', 'b', 'gp']) };
export const nameOf = (id: string) => id;

export const valueOf = (text: string | null | undefined): Decimal => decimal(text ?? '0');
export const inputOf = (step: PerformanceStep, name: string) =>
  valueOf(step.inputs.find((input) => input.name === name)?.value);
const sumOf = (amounts: readonly Decimal[]) => amounts.reduce<Decimal>((sum, amount) => sum.plus(amount), zero);
const moneyInputs = ({ inputs }: PerformanceStep) =>
  sumOf(inputs.filter(({ unit }) => unit === 'money').map(({ value }) => valueOf(value)));
/** Formulas of sums, recomputed from their inputs. The other money formulas are covered by their own tests. */
const sums: Readonly<Record<string, (step: PerformanceStep) => Decimal>> = {
  'performance.contributions': (node) => inputOf(node, 'called').minus(inputOf(node, 'excess')),
  'performance.distributions': moneyInputs,
  'performance.ownAndPassed': moneyInputs,
  'performance.ownAndPrice': moneyInputs,
  'performance.unfunded': moneyInputs,
  'performance.realized': moneyInputs,
  'performance.navBeforeCarry': (node) => inputOf(node, 'nav').minus(inputOf(node, 'carryOwed')),
  'performance.nav': moneyInputs,
  'performance.sumOfKinds': moneyInputs,
  'performance.unrealized': moneyInputs,
  'performance.sumOfSecurities': moneyInputs,
  'performance.sumOfFunds': moneyInputs,
  'performance.reportedNav': moneyInputs,
  'performance.gain': (node) => inputOf(node, 'fairValue').minus(inputOf(node, 'cost')),
  'performance.lineValue': moneyInputs,
  'performance.linePaidIn': (node) => inputOf(node, 'paidIn').minus(inputOf(node, 'costs')).plus(inputOf(node, 'owed')),
  'performance.carryProfit': (node) => moneyInputs(node).minus(inputOf(node, 'contributions').mul(2)),
};

/** Checks that every step below a figure adds up: to its entries, to its inputs, and each input to its own step. */
export function countMatchingSteps(step: PerformanceStep): number {
  const counts = step.inputs.some(({ name }) => name === 'counted') && step.inputs.length === 1;
  const facts = step.facts ?? [];
  const where = `${step.path.join('.')} ${step.formula}`;
  if (counts && step.result !== null) {
    expect([where, sumOf(facts.map(({ counted }) => counted)).toFixed(2)]).toEqual([where, step.result]);
    expect(step.inputs[0]?.value).toBe(String(facts.length));
  }
  const sum = sums[step.formula];
  if (sum && step.result !== null) expect([where, sum(step).toFixed(2)]).toEqual([where, step.result]);
  if (step.unit === 'rate' && facts.length > 0) {
    const cash = sumOf(facts.map(({ counted }) => counted));
    const paid = step.inputs.some(({ name }) => name === 'paid') ? inputOf(step, 'paid') : inputOf(step, 'paidIn');
    expect([where, paid.plus(inputOf(step, 'received')).toFixed(2)]).toEqual([where, cash.toFixed(2)]);
  }
  for (const input of step.inputs) {
    const child = input.figure && step.children.find(({ path }) => path.join('.') === input.figure!.join('.'));
    if (child) expect([where, input.name, child.result]).toEqual([where, input.name, input.value]);
  }
  return step.children.reduce((steps, child) => steps + countMatchingSteps(child), 1);
}
