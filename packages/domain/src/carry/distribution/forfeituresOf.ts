import { type CalendarDate, type Failures, hundred, type Path, type Result } from '../../kernel/index.ts';
import {
  applyVesting,
  type EntryFacts,
  type Forfeiture,
  type Refuse,
  type RunRequest,
  type Share,
  type SourceRequest,
} from '../run/index.ts';
import { type VestedShare, vestedShare, vestingDate } from '../vesting/index.ts';
import type { ParticipantFacts, RunFacts, SourceFacts } from './runFacts.ts';

/** How much of somebody's share of a source is vested on the day of a run, or of an earlier termination. */
export interface VestingAt {
  readonly on: CalendarDate;
  readonly vested: Result<VestedShare, Failures>;
}

export function vestingAt(
  { vesting }: SourceFacts,
  { scheduleRows }: Pick<EntryFacts, 'scheduleRows'>,
  { terminationDate }: Pick<ParticipantFacts, 'terminationDate'>,
  { distributionDate }: Pick<RunRequest, 'distributionDate'>,
): VestingAt {
  const on = vestingDate({ terminationDate, today: distributionDate as CalendarDate });
  return { on, vested: vestedShare({ ...vesting, schedule: scheduleRows }, on) };
}

interface Asked {
  readonly request: RunRequest;
  readonly facts: RunFacts;
  readonly problem: Refuse;
}

/**
 * What applying vesting takes of the shares of a source, and to whom it goes. What cannot be applied stands against submitting the run, and the shares
 * stay as they are: what was chosen is kept with the draft.
 *
 * Source: calculations section 4, 'Apply vesting'.
 * Fails:  as problems VESTING_NOT_APPLICABLE.
 */
export function forfeituresOf(
  source: SourceRequest,
  known: SourceFacts,
  shares: readonly Share[],
  path: Path,
  { request, facts, problem }: Asked,
): readonly Forfeiture[] {
  const asked = source.vestingApplied ?? [];
  return asked.flatMap(({ participantId, recipients }, k): readonly Forfeiture[] => {
    const refuse = (detail: string) => {
      problem('VESTING_NOT_APPLICABLE', [...path, 'vestingApplied', k], `${detail}.`);
      return [];
    };
    const reason =
      reasonAgainst(participantId, { source, known, shares, facts, request }) ??
      asked
        .slice(0, k)
        .flatMap((one) =>
          one.participantId === participantId ? `vesting is applied to ${participantId} twice` : [],
        )[0] ??
      recipients.flatMap((id, i) => reasonAgainstRecipient(id, recipients.slice(0, i), source, shares) ?? [])[0];
    if (reason) return refuse(`${known.name}: ${reason}`);
    const entry = known.profile!.entries.find((one) => one.participantId === participantId)!;
    const { on, vested } = vestingAt(known, entry, facts.participants.get(participantId)!, request);
    const applied = applyVesting(shares, {
      participantId,
      vested: vested._unsafeUnwrap().vested,
      vestedOn: on,
      recipients,
    });
    return applied.match(
      (forfeiture) => [forfeiture],
      () =>
        refuse(
          `${known.name}: none of those who would receive what ${participantId} forfeits has a percentage to go by`,
        ),
    );
  });
}

interface OfSource {
  readonly source: SourceRequest;
  readonly known: SourceFacts;
  readonly shares: readonly Share[];
  readonly facts: RunFacts;
  readonly request: RunRequest;
}

/** Why vesting cannot be applied to somebody's share; undefined when it can. */
export function reasonAgainst(id: string, { source, known, shares, facts, request }: OfSource): string | undefined {
  if (request.investorBalanceBased)
    return 'by carry balance everybody is paid what is theirs, and vesting is not applied';
  const entry = known.profile?.entries.find(({ participantId }) => participantId === id);
  const participant = facts.participants.get(id);
  const share = shares.find(({ participantId }) => participantId === id);
  if (!entry || !participant || !share || share.effective.isZero())
    return `${id} has no share in the allocation profile`;
  if (isTyped(source, id)) return `the effective percentage of ${id} was typed for this run; clear it to apply vesting`;
  return vestingAt(known, entry, participant, request).vested.match(
    ({ vested }) => (vested.lt(hundred) ? undefined : `${id} is fully vested, and nothing is forfeited`),
    () => `how much of the share of ${id} is vested cannot be determined`,
  );
}

function reasonAgainstRecipient(
  id: string,
  before: readonly string[],
  source: SourceRequest,
  shares: readonly Share[],
): string | undefined {
  if (before.includes(id)) return `${id} is named twice`;
  if (!shares.some(({ participantId }) => participantId === id)) return `${id} has no share here to receive by`;
  if (source.vestingApplied?.some(({ participantId }) => participantId === id))
    return `${id} forfeits, and receives nothing that is forfeited`;
  return isTyped(source, id)
    ? `the effective percentage of ${id} was typed for this run; clear it so that it can receive`
    : undefined;
}

const isTyped = ({ details }: SourceRequest, id: string): boolean =>
  details.some(
    ({ participantId, via, effectiveAllocation }) =>
      participantId === id && via.length === 0 && effectiveAllocation !== null && effectiveAllocation !== undefined,
  );
