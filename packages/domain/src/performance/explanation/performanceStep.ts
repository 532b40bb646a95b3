import {
  type CalendarDate,
  createExplanations,
  type Decimal,
  type ExplanationTree,
  type FailureCode,
  figure,
  type FigureReference,
  type Formula,
  type InputValues,
  type Path,
  type Quantity,
  type Recorder,
  zero,
} from '@carrara/domain/kernel';
import type { LedgerEntry, CountedValuation } from '../ledger/index.ts';
import type { BookedEvent, ReportedFigure } from '../period/index.ts';

/** A ledger fact that a figure includes, with its amount. */
export type CountedFact = (
  | {
      readonly kind: 'ENTRY';
      readonly record: LedgerEntry;
      /** For cash passed by a transfer between partners, the transfer out; null for a price. */
      readonly passedBy?: BookedEvent | null;
    }
  /** A transfer that is counted together with its reversal, with the number of facts that cancel out. */
  | { readonly kind: 'REVERSED_TRANSFER'; readonly record: BookedEvent; readonly count: number }
  | { readonly kind: 'VALUATION'; readonly record: CountedValuation }
  | { readonly kind: 'COMMITMENT'; readonly record: BookedEvent }
  | { readonly kind: 'REPORTED'; readonly record: ReportedFigure }
) & { readonly counted: Decimal };

export const countedDay = (fact: CountedFact): CalendarDate =>
  fact.kind === 'ENTRY' ? fact.record.effective : fact.record.date;
export const withOppositeSign = (fact: CountedFact): CountedFact => ({ ...fact, counted: fact.counted.negated() });

export const sumAmounts = (amounts: readonly Decimal[]): Decimal =>
  amounts.reduce<Decimal>((sum, amount) => sum.plus(amount), zero);

/** The reason why a figure has no value, and how to fix that. */
export interface UndeterminedReason {
  readonly code: FailureCode;
  readonly message: string;
  readonly mend: string;
}

/** Notes on a step in addition to its formula and inputs. */
export interface StepNotes {
  readonly name?: string | undefined;
  /** A remark, for example that a rate isn't annualized or that the figure doesn't apply. */
  readonly note?: string | undefined;
  readonly whyNot?: UndeterminedReason | undefined;
  readonly facts?: readonly CountedFact[] | undefined;
  /** For inputs with several values, the names of the values in order. */
  readonly names?: Readonly<Record<string, readonly string[]>> | undefined;
}

/** A figure with its derivation, down to the entries of the ledger. */
export interface PerformanceStep extends Omit<ExplanationTree, 'children'>, Omit<StepNotes, 'names'> {
  readonly children: readonly PerformanceStep[];
}

const isReference = (value: unknown): value is FigureReference =>
  typeof value === 'object' && value !== null && 'figure' in value;

/** Records the derivation of a subject's figures: steps by path, each with its ledger facts. */
export class StepRecorder {
  readonly #explanations = createExplanations();
  readonly #notes = new Map<string, StepNotes>();

  step<F extends Formula>(path: Path, formula: F, inputs: InputValues<F>, result: Quantity, notes: StepNotes): void {
    this.#explanations.record(path, formula, inputs, result);
    this.#notes.set(path.join('\u0000'), notes);
  }

  /**
   * Returns a recorder for a rule that explains itself. Its figures are recorded at `[place, ...]`, and `links` maps the names of its inputs to the
   * steps that derive them.
   */
  recorder(group: string, links: Readonly<Record<string, Path>>, names: Readonly<Record<string, string>>): Recorder {
    const linked = (name: string, value: unknown) =>
      isReference(value)
        ? figure([group, ...value.figure], value.value)
        : links[name]
          ? figure(links[name], value as Quantity)
          : value;
    const record: Recorder['record'] = (path, formula, inputs, result) => {
      const own = Object.fromEntries(Object.entries(inputs).map(([name, value]) => [name, linked(name, value)]));
      this.step([group, ...path], formula, own as InputValues<typeof formula>, result, { name: names[path.join('.')] });
    };
    return { record, within: () => this.recorder(group, links, names) };
  }

  /** Returns the figure with the steps that lead to it; undefined if the path is unknown. */
  tree(path: Path): PerformanceStep | undefined {
    const tree = this.#explanations.tree(path);
    return tree === undefined ? undefined : this.#noted(tree);
  }

  #noted({ children, inputs, ...tree }: ExplanationTree): PerformanceStep {
    const { names = {}, ...notes } = this.#notes.get(tree.path.join('\u0000')) ?? {};
    const named = Object.entries(names).flatMap(([input, all]) =>
      all.map((name, i) => [`${input} ${String(i + 1)}`, name] as const),
    );
    const nameOf = new Map<string, string>(named);
    return {
      ...tree,
      ...notes,
      inputs: inputs.map((input) => ({ ...input, name: nameOf.get(input.name) ?? input.name })),
      children: children.map((child) => this.#noted(child)),
    };
  }
}
