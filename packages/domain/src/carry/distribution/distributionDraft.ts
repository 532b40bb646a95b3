import { fail, type Failures } from '../../kernel/index.ts';
import type { DistributionRule } from '../approvalPolicy/index.ts';
import {
  distributionInputToJson,
  type DistributionInputJson,
  ENGINE_VERSION,
  isRestAcknowledged,
  type StoredInputs,
  type Remark,
  reversalName,
  reversedRows,
  type RunRequest,
  type RunRows,
  sameJson,
  storedWarnings,
  type Warning,
} from '../run/index.ts';
import { type ComputedRun, runRemarks } from './computeRun.ts';
import type { DistributionEvent, DistributionState, DistributionStatus } from './decisions.ts';
import type { HolderVesting } from './vestingOfRun.ts';

/** A stored distribution without its rows. */
export interface DistributionHead extends DistributionState {
  readonly rowVersion: number;
  readonly name: string;
  readonly description: string | null;
  readonly distributionDate: string;
  /** True if the run pays carry balances. */
  readonly isByBalance: boolean;
  readonly engineVersion: string | null;
}

/** A warning that somebody acknowledged. */
export interface Acknowledgment {
  readonly text: string;
  /** The key of the warning, which ends in its amount. */
  readonly key: string;
}

/** The fields of a distribution that people fill in, apart from its sources. */
export interface DistributionFields {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  /** Replaces the approvers if given. */
  readonly approverIds?: readonly string[] | undefined;
  readonly reason?: string | null | undefined;
}

/** A computed draft, ready to store. */
export interface DistributionToStore extends DistributionFields {
  readonly request: RunRequest;
  readonly input: DistributionInputJson;
  readonly engineVersion: string;
  /** Null for a reversal, which has the currency of the distribution it reverses. */
  readonly currencyId: string | null;
  readonly remarks: readonly Remark[];
  readonly rows: RunRows;
  readonly reversesId?: string | undefined;
}

/** A change of state and the values that are stored with it. */
export interface DistributionMove {
  readonly event: DistributionEvent;
  readonly status: DistributionStatus;
  readonly comment?: string | null | undefined;
  /** True if all approvers must answer again. */
  readonly resetsApprovals?: boolean;
  /** The warnings that the person acknowledges. */
  readonly acknowledged?: readonly Acknowledgment[];
  /** The vested percentages on the run's date, stored with its rows. */
  readonly vested?: readonly HolderVesting[];
  readonly answered?: { readonly approvalId: string; readonly decision: 'APP' | 'REJ'; readonly isPayee: boolean };
  /** The approvers and the rule of a submission. */
  readonly submittedTo?: { readonly approverIds: readonly string[]; readonly rule: DistributionRule };
  /** The approvers whose answers are requested from now on; nobody if omitted. */
  readonly requested?: readonly string[];
}

/** True for warnings that are stored with the run. Warnings based on the accounts change with every posting, so they are computed on each read. */
export const isStoredWarning = ({ code }: Warning): boolean => code !== 'PAID_ABOVE_ACCRUED';

/** Returns the draft to store. */
export function distributionDraft(computed: ComputedRun, fields: DistributionFields): DistributionToStore {
  const { request, rows, run, facts, warnings } = computed;
  const unallocatedAcknowledged = isRestAcknowledged(request.unallocatedAcknowledged, rows.sources);
  const currencies = request.sources.map(({ sourceId }) => facts.sources.get(sourceId)?.currencyId);
  return {
    ...fields,
    approverIds: fields.approverIds && [...new Set(fields.approverIds)],
    request: { ...request, unallocatedAcknowledged },
    input: distributionInputToJson({ ...run.input, unallocatedAcknowledged }),
    engineVersion: ENGINE_VERSION,
    currencyId: currencies.find((currency) => currency) ?? null,
    remarks: runRemarks({ ...computed, warnings: warnings.filter(isStoredWarning) }),
    rows,
  };
}

/** A draft as it was last saved. */
export interface SavedDraft extends StoredInputs {
  readonly remarks: readonly Remark[];
  /** The allocation profile of each source, in the order of the sources. */
  readonly profileIds: readonly (string | null)[];
}

/**
 * Returns the reason why a stored draft is out of date. Its figures, its allocation profiles or its stored warnings
 * differ from those by the current records. Empty if it isn't. Fails: INPUTS_CHANGED.
 *
 * A new default version of a profile can have the same shares. The figures then stay the same, but the draft still names the earlier version.
 */
export function changesSinceSaved(stored: SavedDraft, { run, rows, warnings }: ComputedRun): Failures {
  const changed = (noun: string, review: string) => [
    fail(
      'INPUTS_CHANGED',
      ['sources'],
      `${noun} changed since this draft was saved. Save it again and review ${review}.`,
    ),
  ];
  if (!sameJson(distributionInputToJson(run.input), stored.input))
    return changed('Allocations, taxes or participants have', 'its figures');
  if (rows.sources.some(({ profileId }, i) => profileId !== stored.profileIds[i]))
    return changed('The default allocation profiles have', 'its warnings');
  const before = storedWarnings(stored.remarks).map(warningKey);
  const now = warnings.filter(isStoredWarning).map(warningKey);
  return sameJson(before.toSorted(), now.toSorted()) ? [] : changed('The warnings have', 'them');
}

/** Returns the reasons why a stored draft can't be submitted. Fails: as `changesSinceSaved`, and the problems of the run. */
export const submissionProblems = (stored: SavedDraft, computed: ComputedRun): Failures => [
  ...changesSinceSaved(stored, computed),
  ...computed.problems,
];

/** Identifies a warning by what it is about. Its text may name somebody who has been renamed. */
export const warningKey = ({ code, path, amount }: Warning): string => [code, ...path, amount ?? ''].join('.');

export interface DistributionReversal {
  readonly distributionDate: string;
  readonly name?: string | null | undefined;
  readonly description?: string | null | undefined;
}

/**
 * Returns the draft that mirrors a disbursed distribution. Nothing is recomputed.
 *
 * Source: docs/calculations/distribution.md.
 */
export const distributionReversal = (
  head: DistributionHead,
  { request, input, rows }: StoredInputs & { readonly rows: RunRows },
  { distributionDate, name, description }: DistributionReversal,
  newId: () => string,
): DistributionToStore => ({
  id: newId(),
  name: reversalName(name, head.name),
  description: description ?? null,
  request: { ...request, distributionDate },
  input,
  engineVersion: head.engineVersion ?? ENGINE_VERSION,
  currencyId: null,
  remarks: [],
  rows: reversedRows(rows, newId),
  reversesId: head.id,
});
