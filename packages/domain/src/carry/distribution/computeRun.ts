import { decimal, type Failure, type Failures, moneyText, numberText } from '../../kernel/index.ts';
import { accrualWarnings } from './accrualWarnings.ts';
import { checkEnteredFigures } from './enteredFigures.ts';
import {
  saveRefusals,
  submitRefusals,
  computeDraft,
  type DistributionDraft,
  type OutlineLine,
  outlineRows,
  isUnread,
  type Remark,
  type RunRequest,
  isDetermined,
  type RunRows,
  runRows,
  type Warning,
} from '../run/index.ts';
import type { RunFacts } from './runFacts.ts';
import { isByBalance, type RunInput, runInput } from './runInput.ts';
import { remarkLocation } from './remarkLocation.ts';
import { typedWarnings } from './typedWarnings.ts';
import { vestingWarnings } from './vestingWarnings.ts';

/** A computed run that isn't stored yet. */
export interface ComputedRun {
  readonly rows: RunRows;
  readonly run: RunInput;
  readonly draft: DistributionDraft;
  readonly facts: RunFacts;
  readonly request: RunRequest;
  /** The rows of each undetermined source, without figures. */
  readonly outlines: ReadonlyMap<string, readonly OutlineLine[]>;
  /** Reasons why the run can't be saved. */
  readonly refusals: Failures;
  readonly warnings: readonly Warning[];
  /** Reasons why the run can't be submitted, except those about approvers. */
  readonly problems: Failures;
}

/** Engine failures caused by a mistake in this request. All others come from the stored records and leave a draft. */
const MISTAKES: ReadonlySet<string> = new Set([
  'SOURCE_DUPLICATE',
  'SOURCE_UNKNOWN',
  'ADJUSTMENT_AMBIGUOUS',
  'ADJUSTMENT_DUPLICATE',
  'ADJUSTMENT_CONFLICT',
  'ADJUSTMENT_NOT_SPLITTABLE',
  'CHARACTERIZATION_DUPLICATE',
  'CHARACTERIZATION_NOT_100',
  'MONEY_SCALE',
  'NEGATIVE_AMOUNT',
  'PERCENT_RANGE',
  'PERCENT_SCALE',
  'SHARE_DUPLICATE',
  'TOO_MANY_ROWS',
]);

/** Computes a run from the current records without storing anything. */
export function computeRun(
  request: RunRequest,
  facts: RunFacts,
  newId: () => string,
  rowIds: ReadonlyMap<string, string> = new Map(),
): ComputedRun {
  const run = runInput(request, facts);
  const draft = computeDraft(run.input);
  const sources = request.sources.map((source) => ({
    id: rowIds.get(source.sourceId) ?? newId(),
    sourceId: source.sourceId,
    type: source.type,
    // A run by balance uses no profile, so it locks none.
    profileId: isByBalance(request, facts) ? null : (facts.sources.get(source.sourceId)?.profile?.id ?? null),
    defaultEscrow: source.defaultEscrow ? numberText(decimal(source.defaultEscrow)) : null,
    netDistributableAmount: moneyText(decimal(source.netDistributableAmount)),
    characterizations: source.characterizations.map(({ id, percent }) => ({
      id,
      percent: numberText(decimal(percent)),
    })),
    isUnread: isUnread(source),
  }));
  const uncharacterized = new Set(
    draft.result.warnings.flatMap(({ code, path }) => (code === 'CHARACTERIZATION_MISSING' ? [Number(path[1])] : [])),
  );
  const computed = runRows(sources, run.input, draft.result, run.originals, newId);
  const rows = {
    ...computed,
    sources: computed.sources.map((source, i) => (uncharacterized.has(i) ? { ...source, isTaxUnknown: true } : source)),
  };
  const isMistake = ({ code }: Failure) => MISTAKES.has(code);
  const saving = [...run.refusals, ...saveRefusals(run.input), ...draft.failures.filter(isMistake)];
  const submission = { approverIds: ['-'], mismatches: run.mismatches };
  return {
    rows,
    run,
    draft,
    facts,
    request,
    outlines: new Map(
      rows.sources
        .filter((source) => !isDetermined(source))
        .map(({ sourceId }) => [sourceId, outlineRows(sourceId, run.input, run.originals, newId)]),
    ),
    refusals: distinct([...saving, ...checkEnteredFigures(request, rows)]),
    warnings: [
      ...run.warnings,
      ...typedWarnings(request, run.input, draft.result, facts),
      // Until it is acknowledged, the unallocated rest is a problem rather than a warning.
      ...draft.result.warnings.filter(({ code }) => code !== 'UNALLOCATED' || run.input.unallocatedAcknowledged),
      ...vestingWarnings(run.input.sources, rows, facts, request),
      ...accrualWarnings(rows.sources, new Map([...facts.sources].map(([id, source]) => [id, source.balances])), {
        isByBalance: isByBalance(request, facts),
      }),
    ],
    problems: distinct([...run.refusals, ...run.problems, ...submitRefusals(run.input, submission, draft)]),
  };
}

function distinct(failures: Failures): Failures {
  const seen = new Set<string>();
  return failures.filter(({ code, path }) => {
    const key = JSON.stringify([code, path]);
    return seen.has(key) ? false : seen.add(key);
  });
}

/** Returns warnings and problems in their stored form. */
export function runRemarks({
  warnings,
  problems,
  request,
  run,
}: Pick<ComputedRun, 'warnings' | 'problems' | 'request' | 'run'>): readonly Remark[] {
  const remark =
    (kind: Remark['kind']) =>
    (failure: Warning): Remark => {
      const { code, path, detail, amount } = failure;
      const location = remarkLocation(failure, request, run);
      return {
        kind,
        code,
        path,
        message: detail,
        ...(location ? { location } : {}),
        ...(amount ? { amount } : {}),
      };
    };
  return [...warnings.map(remark('warning')), ...problems.map(remark('problem'))];
}
