import { type Failures, fail, numberText, roundTo, displayedDate, zero } from '../../kernel/index.ts';
import { distributionInputFromJson, type Warning, createWarning } from '../run/index.ts';
import type { ComputedRun } from './computeRun.ts';
import type { Acknowledgment, SavedDraft } from './distributionDraft.ts';
import { isShareOf } from './holderShares.ts';
import { acknowledgmentKey } from './runWarnings.ts';

/** The maximum number of decimals of a percentage in a text. */
const DISPLAYED_DECIMALS = 4;

/**
 * Warns about each share of a submitted run to which vesting was applied with another percentage than the current
 * records give. For example, the vesting schedule was changed since. The submitted figures stay.
 *
 * Source: docs/calculations/distribution.md.
 * Fails:  as warnings VESTING_CHANGED.
 */
export function vestingChanges(stored: SavedDraft, { run, request }: ComputedRun): readonly Warning[] {
  const { sources } = distributionInputFromJson(stored.input);
  return sources.flatMap(({ id, forfeitures = [] }, i) =>
    forfeitures.flatMap(({ participantId, via = [], vested, vestedOn }) => {
      const isSame = isShareOf(participantId, via);
      const withPath = <S extends { readonly participantId: string; readonly via?: readonly string[] | undefined }>(
        share: S,
      ) => ({ ...share, via: share.via ?? [] });
      const now = run.input.sources
        .find((source) => source.id === id)
        ?.forfeitures?.find((forfeiture) => isSame(withPath(forfeiture)));
      if (now?.vested.eq(vested)) return [];
      const at = request.sources[i]?.vestingApplied?.findIndex((each) => isSame(withPath(each))) ?? -1;
      const percent = (value: typeof vested) => `${numberText(roundTo(value, DISPLAYED_DECIMALS))}%`;
      const present = now
        ? `By the current records, ${percent(now.vested)} is vested on ${displayedDate(now.vestedOn)}`
        : 'By the current records, vesting can’t be applied';
      return [
        createWarning(
          'VESTING_CHANGED',
          ['sources', i, 'vestingApplied', at],
          `This distribution was submitted with ${percent(vested)} of the share of ${participantId} at ${id} vested on ${displayedDate(vestedOn)}. ${present}.`,
          now ? numberText(now.vested) : undefined,
        ),
      ];
    }),
  );
}

/**
 * Returns why an approved run can't be paid: the vesting of a share has changed since it was approved.
 *
 * Fails: NOT_ACKNOWLEDGED.
 */
export function unacknowledgedVesting(
  changes: readonly Warning[],
  acknowledgments: readonly Pick<Acknowledgment, 'key'>[],
): Failures {
  const keys = new Set<string | undefined>(acknowledgments.map(({ key }) => key));
  return changes
    .filter((change) => !keys.has(acknowledgmentKey(change, zero)))
    .map(({ path, detail }) => fail('NOT_ACKNOWLEDGED', path, `${detail} Withdraw it, review it and submit it again.`));
}
