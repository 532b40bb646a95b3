import type { Answer } from '../../../api/operations.ts';
import { pathOf, type SourceDraft, type VestingToApply } from './runDraft.ts';

export type SourceVesting = Answer<'previewVesting'>[number];
type OnWay = Pick<VestingToApply, 'participantId' | 'via'>;
/** Who receives what is forfeited. */
export type Way = 'everybody' | 'chosen' | 'nobody';

/** A share of a source, as the rows of the dialog are named. */
export const keyOf = (sourceId: string, { participantId, via }: OnWay): string =>
  `${sourceId} ${pathOf(participantId, via)}`;

/** Whose vesting is applied now. */
export const appliedKeys = (drafts: readonly SourceDraft[]): readonly string[] =>
  drafts.flatMap(({ source, vestingApplied }) => vestingApplied.map((one) => keyOf(source.id, one)));

/** Those who have left and can be applied to: what is usually meant. */
export const leaverKeys = (sources: readonly SourceVesting[]): readonly string[] =>
  sources.flatMap(({ sourceId, holders }) =>
    holders
      .filter(({ isTerminated, refusal }) => isTerminated && refusal === null)
      .map((holder) => keyOf(sourceId, holder)),
  );

export function wayOf(drafts: readonly SourceDraft[]): Way {
  const all = drafts.flatMap(({ vestingApplied }) => vestingApplied);
  const first = all.find(({ via }) => via.length === 0);
  if (!first) return all.length > 0 && all.every(({ recipients }) => recipients.length === 0) ? 'nobody' : 'everybody';
  return first.recipients.length === 0 ? 'nobody' : 'chosen';
}

const isShared = (percent: string) => /[1-9]/.test(percent);
const sameWay = (one: readonly string[], other: readonly string[]) => one.join() === other.join();

/** Those who share in a source by its profile and have not been given another percentage for this run. */
export const ableToReceive = ({ shares }: SourceVesting, { given }: SourceDraft) =>
  shares.filter(
    ({ participantId, via, effectiveAllocation }) =>
      isShared(effectiveAllocation) && given.get(pathOf(participantId, via))?.effectiveAllocation === undefined,
  );

interface Choice {
  readonly holders: readonly string[];
  readonly way: Way;
  /** Participants, where the way is 'chosen'. */
  readonly chosen: readonly string[];
}

/**
 * What is asked of a source. A member of an entity forfeits to other members of it, whoever the profile names to others in the profile, either to nobody.
 * A member without another one that can receive forfeits to nobody.
 */
export function vestingAsked(draft: SourceDraft, found: SourceVesting, choice: Choice): readonly VestingToApply[] {
  const isHolder = (one: OnWay) => choice.holders.includes(keyOf(found.sourceId, one));
  const able = ableToReceive(found, draft).filter((one) => !isHolder(one));
  return found.holders.filter(isHolder).map(({ participantId, via }) => {
    const among = able.filter((one) => sameWay(one.via, via)).map((one) => one.participantId);
    if (choice.way === 'nobody') return { participantId, via, recipients: [] };
    const preferred = choice.way === 'chosen' ? among.filter((id) => choice.chosen.includes(id)) : among;
    return { participantId, via, recipients: via.length > 0 && preferred.length === 0 ? among : preferred };
  });
}
