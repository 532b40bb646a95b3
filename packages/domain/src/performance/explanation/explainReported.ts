import { type Decimal, defineFormula, type Formula, type InputValues } from '@carrara/domain/kernel';
import { dpiFormula, rvpiFormula, tvpiFormula } from '../../kernel/measures/index.ts';
import {
  type Capital,
  contradictedMultiple,
  type FigureName,
  type Figures,
  type ReportedFigure,
  type ReportedReturns,
  type ReportedSum,
} from '../period/index.ts';
import { picFormula } from '../return/index.ts';
import { commitmentFormula } from './formulas.ts';
import type { CountedFact, StepNotes } from './performanceStep.ts';

/** Records a step and returns it as an input for another step. */
export type ExplainStep<R> = <F extends Formula>(
  path: string,
  name: string,
  formula: F,
  inputs: InputValues<F>,
  result: Decimal | null,
  more?: StepNotes,
) => R;

export const reportedFormula = <U extends 'money' | 'rate' | 'multiple'>(name: FigureName, result: U) =>
  defineFormula({
    id: `performance.reported.${name}`,
    text: 'as reported, because the ledger has no cash to compute it from',
    inputs: {},
    result,
    source: 'docs/calculations/vehicle-ledger.md',
  });

/** Defines the formula of a figure taken unchanged from a data transfer. */
export const sentFormula = <U extends 'money' | 'rate' | 'multiple'>(name: FigureName, result: U) =>
  defineFormula({
    id: `performance.sent.${name}`,
    text: 'as the manager sent it in the quarter’s capital account or portfolio',
    inputs: {},
    result,
    source: 'docs/calculations/vehicle-ledger.md',
  });

const factsOf = (reports: readonly ReportedFigure[]): readonly CountedFact[] =>
  reports.map((record) => ({ kind: 'REPORTED', record, counted: record.value }));

/** Returns the facts of reports. */
export const factsOfReports = ({ reports = [] }: { readonly reports?: readonly ReportedFigure[] }): StepNotes =>
  reports.length === 0 ? {} : { facts: factsOf(reports) };

/** References to the steps of sums. */
export type ReportedSums<R> = Readonly<Record<'commitment' | 'contributions' | 'distributions' | 'unfunded', R>>;

/**
 * Explains the sums of reported capital by their reports. Figures that nobody reported aren't determined. Commitments that nobody reported come from
 * the ledger (`committed`).
 */
export function explainReportedSums<R>(
  step: ExplainStep<R>,
  capital: Capital,
  committed: readonly CountedFact[],
  notes: (figure: FigureName) => StepNotes,
): ReportedSums<R> {
  const { called, permanent, unfunded, unreported } = capital;
  const reportsOf = (name: ReportedSum) => factsOf(capital.reports?.get(name)?.figures ?? []);
  const explain = (name: 'contributions' | 'distributions' | 'unfunded', title: string, value: Decimal) => {
    const isUnreported = unreported.has(name);
    const more = isUnreported ? notes(name) : { facts: reportsOf(name) };
    return step(name, title, reportedFormula(name, 'money'), {}, isUnreported ? null : value, more);
  };
  const commitments = reportsOf('commitment');
  const isOfLedger = commitments.length === 0;
  return {
    commitment: isOfLedger
      ? step('commitment', 'Commitment', commitmentFormula, { counted: committed.length }, capital.commitment, {
          facts: committed,
        })
      : step('commitment', 'Commitment', reportedFormula('commitment', 'money'), {}, capital.commitment, {
          facts: [...commitments, ...notReported(committed, commitments)],
        }),
    contributions: explain('contributions', 'Contributions', called),
    distributions: explain('distributions', 'Distributions', permanent),
    unfunded: explain('unfunded', 'Unfunded', unfunded),
  };
}

/** Returns the changes of the commitments in the ledger that nobody reported. */
function notReported(committed: readonly CountedFact[], commitments: readonly CountedFact[]): readonly CountedFact[] {
  const reported = new Set(commitments.map((fact) => (fact.kind === 'REPORTED' ? fact.record.commitmentId : null)));
  return reported.has(null)
    ? []
    : committed.filter((fact) => fact.kind === 'COMMITMENT' && !reported.has(fact.record.commitmentId));
}

/** Explains the rate and multiples of reported capital. Multiples that weren't reported are computed from its sums. */
export function explainReportedReturns(
  step: ExplainStep<InputValues<typeof rvpiFormula>['nav']>,
  sums: Readonly<
    Record<'commitment' | 'contributions' | 'distributions' | 'nav', InputValues<typeof rvpiFormula>['nav']>
  >,
  {
    figures,
    returns,
    notes,
  }: {
    readonly figures: Figures;
    readonly returns: ReportedReturns;
    readonly notes: (figure: FigureName) => StepNotes;
  },
): void {
  const { commitment, contributions, distributions, nav } = sums;
  const reportOf = (name: 'irr' | 'dpi' | 'tvpi') => {
    const report = returns.reports?.find(({ figure }) => figure === name);
    return factsOfReports({ reports: report === undefined ? [] : [report] });
  };
  step('irr', 'Net IRR', reportedFormula('irr', 'rate'), {}, figures.irr, { ...notes('irr'), ...reportOf('irr') });
  const reportedMultiple = (name: 'dpi' | 'tvpi', title: string) =>
    step(name, title, reportedFormula(name, 'multiple'), {}, figures[name], {
      ...contradiction(name, figures),
      ...reportOf(name),
    });
  const dpi = returns.dpi
    ? reportedMultiple('dpi', 'DPI')
    : step('dpi', 'DPI', dpiFormula, { distributions, contributions }, figures.dpi, notes('dpi'));
  const rvpi = step('rvpi', 'RVPI', rvpiFormula, { nav, contributions }, figures.rvpi, notes('rvpi'));
  if (returns.tvpi) reportedMultiple('tvpi', 'TVPI');
  else step('tvpi', 'TVPI', tvpiFormula, { dpi, rvpi }, figures.tvpi, notes('tvpi'));
  step('pic', 'PIC', picFormula, { paidIn: contributions, commitment }, figures.pic, notes('pic'));
}

/** Returns a note if the amounts next to a reported multiple result in another one. */
function contradiction(name: 'dpi' | 'tvpi', { contributions, distributions, nav, ...figures }: Figures): StepNotes {
  const values = Object.entries({ contributions, distributions, nav, [name]: figures[name] });
  const text = contradictedMultiple(name, Object.fromEntries(values.filter(([, value]) => value !== null)));
  return text === undefined ? {} : { note: `${text} The reported value is used as it was entered.` };
}
