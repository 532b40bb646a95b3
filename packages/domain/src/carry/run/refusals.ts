import { type Failure, type Failures, fail } from '../../kernel/index.ts';
import { refuseInto } from './checks.ts';
import { computeDraft, type DistributionDraft } from './computeDistribution.ts';
import type { DistributionInput } from './distribution.ts';
import { checkCharacterizations } from './plan.ts';
import { memberMismatchText } from './sourceShares.ts';

/**
 * Returns all reasons why a distribution can't be saved. If there are none, it can be saved, even as an unfinished draft.
 *
 * Source: docs/calculations/distribution.md.
 * Fails:  NO_SOURCE, NO_PARTICIPANT, CHARACTERIZATION_NOT_100 (and a wrong percentage among the characterizations).
 */
export function saveRefusals(input: DistributionInput): Failures {
  const failures: Failure[] = [];
  const refuse = refuseInto(failures);
  if (input.sources.length === 0) refuse('NO_SOURCE', ['sources'], 'a distribution needs at least one source');
  if (input.participants.length === 0)
    refuse('NO_PARTICIPANT', ['participants'], 'a distribution needs at least one participant');
  input.sources.forEach((source, i) => {
    checkCharacterizations(source, ['sources', i], refuse);
  });
  return failures;
}

/** An entity whose members changed since a profile was created, without anybody having reviewed the change. */
export interface MemberMismatch {
  /** The position of the source that reaches the entity through this profile. */
  readonly source: number;
  readonly entityId: string;
}
export interface SubmissionFacts {
  readonly approverIds: readonly string[];
  readonly mismatches: readonly MemberMismatch[];
}

/** Warnings that block submission. All others are for information only. */
const BLOCKING_WARNINGS: ReadonlySet<string> = new Set(['CHARACTERIZATION_MISSING', 'NET_BELOW_ZERO']);

/**
 * Returns all reasons why a distribution can't be submitted.
 *
 * Pass the draft if you have it; otherwise it is computed.
 *
 * Source: docs/calculations/distribution.md.
 * Fails:  those of saving and of `computeDistribution`, and CHARACTERIZATION_MISSING, NET_BELOW_ZERO,
 *         UNALLOCATED_NOT_ACKNOWLEDGED, MEMBER_MISMATCH, NO_APPROVERS.
 */
export function submitRefusals(
  input: DistributionInput,
  { approverIds, mismatches }: SubmissionFacts,
  draft: DistributionDraft = computeDraft(input),
): Failures {
  const saving = saveRefusals(input);
  const savedKeys = new Set(saving.map(keyOf));
  const warnings = draft.result.warnings.flatMap((warning) => {
    if (warning.code === 'UNALLOCATED' && input.unallocatedAcknowledged !== true) {
      return [
        fail(
          'UNALLOCATED_NOT_ACKNOWLEDGED',
          warning.path,
          `${warning.detail}. Correct them, or confirm in the editor that this amount goes to nobody.`,
        ),
      ];
    }
    return BLOCKING_WARNINGS.has(warning.code) ? [warning] : [];
  });
  const membersChanged = mismatches.map(({ source, entityId }) =>
    fail('MEMBER_MISMATCH', ['sources', source, 'entities', entityId], memberMismatchText(entityId)),
  );
  return [
    ...saving,
    ...draft.failures.filter((failure) => !savedKeys.has(keyOf(failure))),
    ...warnings,
    ...membersChanged,
    ...(approverIds.length === 0 ? [fail('NO_APPROVERS', ['approvers'], 'Please specify Approvers')] : []),
  ];
}

function keyOf({ code, path }: Failure): string {
  return JSON.stringify([code, path]);
}
