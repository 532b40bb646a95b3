import {
  type CalendarDate,
  type Decimal,
  defineFormula,
  figure,
  type Path,
  required,
  displayedDate,
  zero,
} from '@carrara/domain/kernel';
import { averageIrr } from '../../kernel/measures/index.ts';
import { type PooledAmounts, pooledMultiples, type VintageVehicle } from '../fundProfile/index.ts';
import type { MultiplePolicy } from '../return/index.ts';
import { feePayersSuffix } from './formulas.ts';
import { undeterminedReason } from './remedies.ts';
import { type PerformanceStep, sumAmounts, StepRecorder } from './performanceStep.ts';

const sumOfFundsFormula = defineFormula({
  id: 'performance.sumOfFunds',
  text: 'the sum over the funds',
  inputs: { fund: 'money' },
  result: 'money',
  source: 'docs/calculations/multiples.md',
});

/** The average as it is displayed: a rate's result is displayed in percent, as its inputs are. */
const averagePercentFormula = defineFormula({
  id: 'performance.averageIrrPercent',
  text: 'average IRR = sum of the funds’ IRR in percent / number of funds with an IRR',
  inputs: { irrPercent: 'percent', funds: 'count' },
  result: 'rate',
  source: 'docs/calculations/average-irr.md',
});

/** A fund's rate in percent. */
export interface FundRate {
  readonly name: string;
  readonly irr: Decimal;
}

/** Explains the average IRR of funds by the rate of each, which is explained separately. */
export function explainAverageIrr(funds: readonly FundRate[]): PerformanceStep {
  const steps = new StepRecorder();
  const rates = funds.map(({ irr }) => irr);
  const names = { irrPercent: funds.map(({ name }) => name) };
  steps.step(['averageIrr'], averagePercentFormula, { irrPercent: rates, funds: rates.length }, averageIrr(rates), {
    name: 'Average IRR',
    names,
    ...(rates.length === 0 ? { note: 'Not applicable: no fund has a rate.' } : {}),
  });
  return required(steps.tree(['averageIrr']), 'the derivation of the average');
}

const multiples = { dpi: 'DPI', rvpi: 'RVPI', tvpi: 'TVPI' } as const;
const totals = { commitment: 'Commitment', distributions: 'Distributions', unfunded: 'Unfunded' } as const;
const measured = {
  called: ['Contributions', ({ contributions }: PooledAmounts) => contributions],
  recallable: ['Recallable distributions', ({ recallable }: PooledAmounts) => recallable ?? zero],
  permanent: [
    'Permanent distributions',
    ({ distributions, recallable }: PooledAmounts) => distributions && distributions.minus(recallable ?? zero),
  ],
  nav: ['NAV', ({ nav }: PooledAmounts) => nav],
} as const;

/**
 * Explains the figures of the funds of a vintage year and currency, fund by fund: `tvpi`, `dpi`, `rvpi` of the fee-paying commitments, and the sums
 * `commitment`, `distributions`, `unfunded`. In an investor's own books (`isOwnBooks`), the steps name no partners.
 *
 * Source: docs/calculations/multiples.md.
 * Fails:  never; undefined for any other figure.
 */
export function explainVintage(
  funds: readonly VintageVehicle[],
  end: CalendarDate,
  policy: MultiplePolicy,
  isOwnBooks = false,
): (name: string) => PerformanceStep | undefined {
  const steps = new StepRecorder();
  const sum = (path: Path, name: string, ofFund: (fund: VintageVehicle) => Decimal | null) => {
    const parts = funds.map(ofFund);
    const value = parts.includes(null) ? null : sumAmounts(parts.filter((part) => part !== null));
    const unknown = funds.find((_, i) => parts[i] === null);
    const message = `${unknown?.name ?? ''} doesn’t have this figure on ${displayedDate(end)}.`;
    steps.step(path, sumOfFundsFormula, { fund: parts }, value, {
      name,
      names: { fund: funds.map((fund) => fund.name) },
      ...(unknown === undefined ? {} : { whyNot: undeterminedReason({ code: 'NAV_MISSING', message }) }),
    });
  };
  for (const [name, title] of Object.entries(totals))
    sum(['sums', name], title, ({ amounts }) => amounts && amounts[name as keyof typeof totals]);
  for (const [name, [title, measure]] of Object.entries(measured))
    sum(
      ['measured', name],
      `${title}${isOwnBooks ? '' : feePayersSuffix}`,
      ({ amounts }) => amounts && measure(amounts),
    );
  const links = {
    ...Object.fromEntries(Object.keys(measured).map((name): [string, Path] => [name, ['measured', name]])),
    contributions: ['pool', 'paidIn'],
    distributions: ['pool', 'distributed'],
  };
  const names = { ...multiples, paidIn: 'Paid in', distributed: 'Distributed' };
  const found = pooledMultiples(funds, end, policy, steps.recorder('pool', links, names));
  for (const [name, title] of Object.entries(multiples)) {
    const multiple = found[name as keyof typeof multiples];
    if (multiple.isOk() && multiple.value !== null) continue;
    steps.step(
      ['pool', name],
      sumOfFundsFormula,
      { fund: figure(['measured', 'nav'], null) },
      null,
      multiple.isErr()
        ? { name: title, whyNot: undeterminedReason({ code: multiple.error.code, message: multiple.error.detail }) }
        : { name: title, note: 'Not applicable: nothing has been paid in yet.' },
    );
  }
  return (name) =>
    name in multiples ? steps.tree(['pool', name]) : name in totals ? steps.tree(['sums', name]) : undefined;
}
