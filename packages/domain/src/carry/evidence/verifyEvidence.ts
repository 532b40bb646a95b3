import type { ExplanationTree, Failures, Result } from '../../kernel/index.ts';
import { verifyLedgerReversal, verifyLedgerRun } from '../ledgerRun/index.ts';
import {
  computeRealizationDraftAt,
  type StoredRealization,
  type RealizationInput,
  verifyAccrualReversal,
  verifyRealization,
} from '../realization/index.ts';
import {
  distributionInputFromJson,
  explainComputed,
  type Explainer,
  explainFigures,
  explainReversed,
  type StoredInputs,
  withoutDeductions,
  type RunDifference,
  type RunVerification,
  runInputFromJson,
  sameJson,
  verifyReversal,
  verifyRun,
} from '../run/index.ts';
import type { ComputedRun, Evidence, EvidenceKind, UsedRate } from './evidence.ts';

/** Recomputes, compares and explains the runs of a kind. */
interface Verifier<K extends EvidenceKind> {
  readonly run: (computed: ComputedRun<K>) => RunVerification;
  readonly reversal: (computed: ComputedRun<K>, undone: ComputedRun<K>) => RunVerification;
  /** The main figure of a run of this kind, and its derivation. */
  readonly explains?: {
    readonly total: 'net' | 'gross';
    readonly explainer: (computed: ComputedRun<K>) => Result<Explainer, Failures>;
  };
}

const verifiers: { readonly [K in EvidenceKind]: Verifier<K> } = {
  distribution: {
    run: ({ figures, inputs, engineVersion }) => verifyRun(figures, inputs, engineVersion),
    reversal: ({ figures }, undone) => verifyReversal(figures, undone.figures),
    explains: {
      total: 'net',
      explainer: ({ inputs, engineVersion }) => explainFigures(distributionInputFromJson(inputs.input), engineVersion),
    },
  },
  realization: {
    run: ({ figures, inputs, engineVersion }) => verifyRealization(figures, inputs, engineVersion),
    reversal: ({ figures }, undone) => verifyAccrualReversal(figures, undone.figures),
    explains: {
      total: 'gross',
      explainer: ({ inputs, engineVersion }) => explainerOfRealization(inputs, engineVersion),
    },
  },
  ledgerRun: {
    run: ({ figures, inputs, engineVersion }) => verifyLedgerRun(figures, inputs, engineVersion),
    reversal: ({ figures }, undone) => verifyLedgerReversal(figures, undone.figures),
  },
};

function explainerOfRealization({ input }: StoredRealization, version: string): Result<Explainer, Failures> {
  const runInput = runInputFromJson<RealizationInput>(input);
  return explainComputed(
    runInput.sources.map(({ id, carry }) => ({ id, entered: carry })),
    (explain) =>
      computeRealizationDraftAt(version, runInput, explain).map(
        ({ result }) => withoutDeductions(result.sources).sources,
      ),
  );
}

/** The comparison of a pack with the results of its own inputs. */
export interface EvidenceVerdict extends RunVerification {
  /** True if nothing differs and nothing was refused. */
  readonly isEqual: boolean;
}

/**
 * Recomputes the run of a pack from its stored inputs with the engine version that computed it. Compares every figure, every rate and the explanation
 * with the pack. A reversal is compared with the run that it reverses, and that run with its own inputs.
 *
 * Source: decision 0019.
 */
export function verifyEvidence<K extends EvidenceKind>(pack: Evidence<K>): EvidenceVerdict {
  const parts: readonly (() => RunVerification)[] = [
    () => runOf(pack),
    ...(pack.undone ? [() => verifiers[pack.run.kind].run(pack.undone as ComputedRun<K>)] : []),
    () => same('rates', pack.rates, usedRates((pack.undone ?? pack.computed).inputs)),
    () => same('date', pack.run.date, dateOf(pack.computed)),
    () => same('explanation', pack.explanation, rebuildExplanation(pack)),
  ];
  const found = parts.map(attempt);
  const differences = found.flatMap((part) => part.differences);
  const refusals = found.flatMap(({ refusal }) => refusal ?? []);
  return {
    figures: found.reduce((sum, { figures }) => sum + figures, 0),
    differences,
    isEqual: differences.length === 0 && refusals.length === 0,
    ...(refusals.length > 0 ? { refusal: [...new Set(refusals)].join('; ') } : {}),
  };
}

function runOf<K extends EvidenceKind>({ run, computed, undone }: Evidence<K>): RunVerification {
  const { reversal, run: again } = verifiers[run.kind];
  return undone ? reversal(computed, undone) : again(computed);
}

/** Runs a comparison and reports exceptions as a refusal. The file can come from anyone, so its contents may not be a valid input. */
function attempt(compare: () => RunVerification): RunVerification {
  try {
    return compare();
  } catch (error) {
    return { figures: 0, differences: [], refusal: `the file can’t be read (${(error as Error).message})` };
  }
}

function same(figure: string, stored: unknown, computed: unknown): RunVerification {
  const differs: RunDifference = { location: [], figure, stored: display(stored), computed: display(computed) };
  return { figures: 1, differences: sameJson(stored, JSON.parse(JSON.stringify(computed))) ? [] : [differs] };
}

const longest = 120;
function display(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > longest ? `${text.slice(0, longest)} …` : text;
}

/** Returns the requested date. A reversal has its own date, although it keeps the inputs of the original run. */
const dateOf = ({ inputs: { request } }: ComputedRun): string =>
  'distributionDate' in request
    ? request.distributionDate
    : 'runDate' in request
      ? request.runDate
      : request.realizationDate;

type WithTaxes = Pick<StoredInputs['input'], 'taxProfiles' | 'sources' | 'participants'>;

/** Returns the rates of all tax profiles that a run used, in a fixed order. */
export function usedRates({ input }: ComputedRun['inputs']): readonly UsedRate[] {
  const { taxProfiles, sources, participants } = input as Partial<WithTaxes>;
  const lists = [
    taxProfiles,
    ...(sources ?? []).map((source) => source.taxProfiles),
    ...(participants ?? []).map((participant) => participant.taxProfiles),
  ];
  const rates = lists
    .flatMap((list) => list ?? [])
    .flatMap(({ id: taxProfileId, rate, rates: own = [] }): UsedRate[] => [
      ...(rate === undefined ? [] : [{ taxProfileId, characterizationId: null, rate }]),
      ...own.map(({ characterizationId, rate: each }) => ({ taxProfileId, characterizationId, rate: each })),
    ]);
  const byKey = new Map(
    rates.map((rate) => [JSON.stringify([rate.taxProfileId, rate.characterizationId, rate.rate]), rate]),
  );
  return [...byKey].toSorted(([first], [other]) => (first < other ? -1 : 1)).map(([, rate]) => rate);
}

/** Returns the derivation of the total with one child per source; null for a run that can't be computed. */
export const rebuildExplanation = <K extends EvidenceKind>(pack: Pick<Evidence<K>, 'run' | 'computed' | 'undone'>) => {
  const whole = explainEvidence(pack);
  return whole && { ...whole, children: whole.children.map((child) => ({ ...child, children: [] })) };
};

/** Returns the same derivation down to the inputs. */
export function explainEvidence<K extends EvidenceKind>({
  run,
  computed,
  undone,
}: Pick<Evidence<K>, 'run' | 'computed' | 'undone'>): ExplanationTree | null {
  const { explains } = verifiers[run.kind];
  if (!explains) return null;
  const found = explains
    .explainer(undone ?? computed)
    .map((explain) => explain({ figure: explains.total }))
    .unwrapOr(undefined);
  if (!found) return null;
  return (undone ? explainReversed(run.kind, found) : found).tree;
}
