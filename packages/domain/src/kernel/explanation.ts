/**
 * 'Why this number?': one mechanism for every rule.
 *
 * A formula is declared once, as data, next to the rule that computes it:
 *
 *     const taxFormula = defineFormula({
 *       id: 'distribution.tax.amount',
 *       text: 'tax = gross x percent / 100',
 *       inputs: { gross: 'money', percent: 'percent' },
 *       result: 'money',
 *       rounding: 'half away from zero, to cents',
 *       source: 'docs/calculations/tax.md',
 *     });
 *
 * The rule takes an optional recorder. It computes as usual and then records the values it used:
 *
 *     const amount = roundMoney(gross.mul(percent).div(100));
 *     explain?.record(['tax'], taxFormula, { gross: figure(['gross'], gross), percent }, amount);
 *
 * Without a recorder, `explain?.` costs nothing, because the arguments aren't evaluated. A figure is identified by its path in the result
 * (`['sources', 0, 'details', 3, 'tax']`). Pass an input that is itself a computed figure as `figure(path, value)`, so that its derivation becomes a
 * child. A rule called by another one gets `explain?.within(['sources', 0])` and records relative to that path. A leading '..' in a path passed to
 * `figure` goes one level up.
 *
 * The caller passes on `createExplanations()`, then calls `tree(path)` or `list()`. `tree` returns a figure with its children for a popover; `list`
 * every figure, flat, for the command line. Texts are formatted only then.
 */
import { Decimal } from './decimal.ts';
import type { Path } from './failure.ts';
import { moneyText, type NumberKind, numberText, significantText } from './number.ts';

export type Unit = NumberKind | 'months' | 'days' | 'date' | 'count' | 'text';
export type Quantity = Decimal | string | number | bigint | boolean | null;

export interface Formula<Inputs extends Readonly<Record<string, Unit>> = Readonly<Record<string, Unit>>> {
  readonly id: string;
  readonly text: string;
  readonly inputs: Inputs;
  readonly result: Unit;
  readonly rounding?: string;
  readonly source: string;
}

export interface FigureReference {
  readonly figure: Path;
  readonly value: Quantity;
}

type InputValue = Quantity | FigureReference;
export type InputValues<F extends Formula> = {
  readonly [Name in keyof F['inputs']]: InputValue | readonly InputValue[];
};

/** The interface that a rule records its figures with. */
export interface Recorder {
  record<F extends Formula>(path: Path, formula: F, inputs: InputValues<F>, result: Quantity): void;
  within(prefix: Path): Recorder;
}

/** @public */
export type ExplainedInput = {
  readonly name: string;
  readonly value: string | null;
  readonly unit: Unit;
  /** Set if the input is itself a recorded figure. */
  readonly figure?: Path;
};

/** A figure in readable form, ready for JSON. */
export type ExplainedFigure = {
  readonly path: Path;
  readonly formula: string;
  readonly text: string;
  readonly inputs: readonly ExplainedInput[];
  readonly result: string | null;
  readonly unit: Unit;
  readonly rounding?: string;
  readonly source: string;
};

export interface ExplanationTree extends ExplainedFigure {
  readonly children: readonly ExplanationTree[];
}

export interface Explanations extends Recorder {
  /** Returns the figure with the derivations of its inputs below it; undefined if the figure wasn't recorded. */
  tree(path: Path): ExplanationTree | undefined;
  /** Returns every recorded figure, in the order of computation. */
  list(): readonly ExplainedFigure[];
}

export function defineFormula<const Inputs extends Readonly<Record<string, Unit>>>(
  formula: Formula<Inputs>,
): Formula<Inputs> {
  return formula;
}

/** Refers to an input that was itself computed: its path in the result, and the value used. */
export function figure(path: Path, value: Quantity): FigureReference {
  return { figure: path, value };
}

interface Derivation {
  readonly path: Path;
  readonly prefix: Path;
  readonly formula: Formula;
  readonly inputs: Readonly<Record<string, InputValue | readonly InputValue[]>>;
  readonly result: Quantity;
}

export function createExplanations(): Explanations {
  const derivations = new Map<string, Derivation>();
  const recorderAt = (prefix: Path): Recorder => ({
    record(path, formula, inputs, result) {
      const fullPath = [...prefix, ...path];
      derivations.set(keyOf(fullPath), { path: fullPath, prefix, formula, inputs, result });
    },
    within: (inner) => recorderAt([...prefix, ...inner]),
  });
  const treeAt = (path: Path, above: ReadonlySet<string>): ExplanationTree | undefined => {
    const key = keyOf(path);
    const derivation = derivations.get(key);
    if (derivation === undefined || above.has(key)) return undefined;
    const explained = explainFigure(derivation);
    const seen = new Set(above).add(key);
    const children = explained.inputs.flatMap((input) => {
      const child = input.figure === undefined ? undefined : treeAt(input.figure, seen);
      return child === undefined ? [] : [child];
    });
    return { ...explained, children };
  };
  return {
    ...recorderAt([]),
    tree: (path) => treeAt(path, new Set()),
    list: () => [...derivations.values()].map(explainFigure),
  };
}

function explainFigure({ path, prefix, formula, inputs, result }: Derivation): ExplainedFigure {
  return {
    path,
    formula: formula.id,
    text: formula.text,
    inputs: Object.entries(formula.inputs).flatMap(([name, unit]) => {
      const input = inputs[name] ?? null;
      if (!Array.isArray(input)) return [explainInput(name, unit, input as InputValue, prefix)];
      return input.map((value: InputValue, i) => explainInput(`${name} ${i + 1}`, unit, value, prefix));
    }),
    result: quantityText(result, formula.result),
    unit: formula.result,
    ...(formula.rounding === undefined ? {} : { rounding: formula.rounding }),
    source: formula.source,
  };
}

function explainInput(name: string, unit: Unit, input: InputValue, prefix: Path): ExplainedInput {
  return isReference(input)
    ? { name, value: quantityText(input.value, unit), unit, figure: resolve(prefix, input.figure) }
    : { name, value: quantityText(input, unit), unit };
}

function isReference(value: InputValue): value is FigureReference {
  return typeof value === 'object' && value !== null && 'figure' in value;
}

function resolve(prefix: Path, path: Path): Path {
  let up = 0;
  while (path[up] === '..') up += 1;
  return [...prefix.slice(0, prefix.length - up), ...path.slice(up)];
}

function quantityText(value: Quantity, unit: Unit): string | null {
  if (value === null) return null;
  if (!Decimal.isDecimal(value)) return String(value);
  if (unit === 'money') return moneyText(value);
  return unit === 'rate' || unit === 'multiple' ? significantText(value) : numberText(value);
}

// Positions and names never contain this character, so ['a', 1] and ['a,1'] have different keys.
const keyOf = (path: Path): string => path.join('\u0000');
