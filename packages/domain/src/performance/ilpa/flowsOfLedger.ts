import type { CalendarDate, Decimal } from '../../kernel/index.ts';
import { type EntryType, performanceType } from '../ledger/index.ts';
import type { PerformanceMethod } from './performanceTypes.ts';
import type { PerformanceFlow } from './performanceTemplate.ts';

/** The part of an entry that belongs to the reported investors. */
export interface PerformanceEntry {
  readonly type: EntryType;
  readonly date: CalendarDate;
  readonly amount: Decimal;
  readonly isOutside: boolean;
  readonly isRecallable: boolean;
}

/** The balances at the end of the quarter. */
export interface QuarterEnd {
  readonly date: CalendarDate;
  readonly nav: Decimal;
  /** Positive, like all amounts below. */
  readonly carryAccrued: Decimal;
  readonly feesAccrued: Decimal;
  readonly expensesAccrued: Decimal;
  readonly lineAccrued: Decimal;
  readonly lineBalance: Decimal;
}

/**
 * Converts a ledger to the statement of cash flows, by the vehicle's method.
 *
 * Calls and draws are negative, distributions, repayments and carry paid are positive, a clawback is negative. Under
 * the gross-up method, calls, draws and repayments are totaled by day. Fees, expenses and the line's costs are added
 * back on the date of their entry.
 *
 * Source: ILPA Performance Template v1.1, 2025-03-31; docs/calculations/ilpa-performance.md.
 */
export function flowsOfLedger(
  method: PerformanceMethod,
  entries: readonly PerformanceEntry[],
  end: QuarterEnd,
): readonly PerformanceFlow[] {
  const flows = entries.flatMap((entry) => (method === 'GRANULAR' ? granularFlow(entry) : grossUpFlow(entry)));
  return [...(method === 'GRANULAR' ? flows : totals(flows)), ...quarterEndFlows(method, end)];
}

function granularFlow(entry: PerformanceEntry): readonly PerformanceFlow[] {
  const type = performanceType(entry);
  return type === null ? [] : [{ date: entry.date, amount: signed(entry), type }];
}

const signOf = (type: EntryType): 1 | -1 =>
  type.startsWith('CALL-') || type.startsWith('LINE-DRAW-') || type === 'CLAWBACK' ? -1 : 1;
const signed = ({ type, amount }: PerformanceEntry): Decimal => (signOf(type) < 0 ? amount.negated() : amount);

/** Matched by the beginning of a type, first match wins. An entry that reduces a cost is added back with the opposite sign. */
const GROSS_UP: readonly (readonly [begins: string, type: string, sign: 1 | -1])[] = [
  ['CALL-', 'Capital Call: Total Amount', -1],
  ['LINE-DRAW-', 'Fund-level Subscription Facility Drawdown: Total Amount', -1],
  ['LINE-REPAY-', 'Synthetic Distribution: Fund-level Subscription Facility Repayment', 1],
  ['EXCESS-', 'Distribution: Return of Excess Capital Called', 1],
  ['CARRY-PAID', 'Carry / Clawback', 1],
  ['CLAWBACK', 'Carry / Clawback', -1],
  ['EXP-LINE-', 'Gross Up Fund-level Subscription Facility Fees/Interest', 1],
  ['OFFSET-FEE', 'Gross Up Management Fees', -1],
  ['OFFSET-', 'Gross Up Partnership Expenses', -1],
  ['REBATE', 'Gross Up Management Fees', -1],
  ['WAIVER', 'Gross Up Management Fees', -1],
  ['FEE', 'Gross Up Management Fees', 1],
  ['ADV-', 'Gross Up Partnership Expenses', 1],
  ['EXP-', 'Gross Up Partnership Expenses', 1],
  ['OFFERING', 'Gross Up Partnership Expenses', 1],
  ['PLACEMENT', 'Gross Up Partnership Expenses', 1],
];

function grossUpFlow({ type, date, amount, isRecallable }: PerformanceEntry): readonly PerformanceFlow[] {
  if (type.startsWith('DIST-')) {
    return [{ date, amount, type: isRecallable ? 'Distribution: Recallable' : 'Distribution: Permanent' }];
  }
  const [, name, sign] = GROSS_UP.find(([begins]) => type.startsWith(begins)) ?? [];
  return name === undefined ? [] : [{ date, amount: sign === -1 ? amount.negated() : amount, type: name }];
}

/** Totals the flows by day and type. */
function totals(flows: readonly PerformanceFlow[]): readonly PerformanceFlow[] {
  const byDay = new Map<string, PerformanceFlow>();
  for (const flow of flows) {
    const key = `${flow.date} ${flow.type}`;
    const before = byDay.get(key);
    byDay.set(key, before === undefined ? flow : { ...flow, amount: before.amount.plus(flow.amount) });
  }
  return [...byDay.values()];
}

function quarterEndFlows(method: PerformanceMethod, end: QuarterEnd): readonly PerformanceFlow[] {
  const { date, nav, carryAccrued, feesAccrued, expensesAccrued, lineAccrued, lineBalance } = end;
  const accrued: readonly (readonly [string, Decimal])[] =
    method === 'GRANULAR'
      ? [
          ['Quarter-end Adjustment for Carry Allocation', carryAccrued],
          [
            'Quarter-end Adjustment for Accrued Management Fees/Partnership Expenses',
            feesAccrued.plus(expensesAccrued),
          ],
          ['Quarter-end Adjustment for Accrued Fees/Interest from Fund-level Subscription Facility', lineAccrued],
        ]
      : [['Gross Up Unrealized Carried Interest', carryAccrued]];
  return [
    ...accrued.filter(([, amount]) => !amount.isZero()),
    ...(lineBalance.isZero()
      ? []
      : [['Gross Up Outstanding Balance from Fund-level Subscription Facility', lineBalance] as const]),
    ['NAV', nav] as const,
  ].map(([type, amount]) => ({ date, amount, type }));
}
