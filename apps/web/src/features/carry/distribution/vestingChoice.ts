import { groupBy } from '@carrara/domain/kernel';
import type { Answer } from '../../../api/operations.ts';
import { participantPath, type SourceDraft, type VestingToApply } from './runDraft.ts';

export type SourceVesting = Answer<'previewVesting'>[number];
type OnPath = Pick<VestingToApply, 'participantId' | 'via'>;
/** The recipients of forfeited amounts. */
export type Method = 'everybody' | 'chosen' | 'nobody';

/** Returns the key of a share of a source in the rows of the dialog. */
export const vestingKey = (sourceId: string, { participantId, via }: OnPath): string =>
  `${sourceId} ${participantPath(participantId, via)}`;

/** A share that isn't fully vested. */
export type HolderShare = SourceVesting['holders'][number] & { readonly key: string; readonly sourceId: string };
/** The shares of a person that aren't fully vested. */
export interface HolderShares {
  readonly key: string;
  readonly name: string;
  readonly isTerminated: boolean;
  readonly shares: readonly HolderShare[];
}

/** Groups the shares that aren't fully vested by person. Those who have left come first. */
export function holdersByPerson(sources: readonly SourceVesting[]): readonly HolderShares[] {
  const shares = sources.flatMap(({ sourceId, holders }) =>
    holders.map((holder) => ({ ...holder, sourceId, key: vestingKey(sourceId, holder) })),
  );
  return [...groupBy(shares, ({ participantId }) => participantId)]
    .map(([key, own]) => ({ key, name: own[0].name, isTerminated: own[0].isTerminated, shares: own }))
    .toSorted((first, other) => Number(other.isTerminated) - Number(first.isTerminated));
}

/** Returns the keys of the shares whose vesting is applied now. */
export const appliedKeys = (drafts: readonly SourceDraft[]): readonly string[] =>
  drafts.flatMap(({ source, vestingApplied }) => vestingApplied.map((apply) => vestingKey(source.id, apply)));

/** Returns the keys of people who have left and whose vesting can be applied, which is the usual choice. */
export const leaverKeys = (sources: readonly SourceVesting[]): readonly string[] =>
  sources.flatMap(({ sourceId, holders }) =>
    holders
      .filter(({ isTerminated, refusal }) => isTerminated && refusal === null)
      .map((holder) => vestingKey(sourceId, holder)),
  );

export function chosenMethod(drafts: readonly SourceDraft[]): Method {
  const all = drafts.flatMap(({ vestingApplied }) => vestingApplied);
  const first = all.find(({ via }) => via.length === 0);
  if (!first) return all.length > 0 && all.every(({ recipients }) => recipients.length === 0) ? 'nobody' : 'everybody';
  return first.recipients.length === 0 ? 'nobody' : 'chosen';
}

const isShared = (percent: string) => /[1-9]/.test(percent);
const isSamePath = (first: readonly string[], other: readonly string[]) => first.join() === other.join();

/** Returns the people who share in a source by its profile and have no overridden percentage in this run. */
export const possibleRecipients = ({ shares }: SourceVesting, { entered }: SourceDraft) =>
  shares.filter(
    ({ participantId, via, effectiveAllocation }) =>
      isShared(effectiveAllocation) &&
      entered.get(participantPath(participantId, via))?.effectiveAllocation === undefined,
  );

interface Choice {
  readonly holders: readonly string[];
  readonly method: Method;
  /** The recipients if the choice is 'chosen'. */
  readonly chosen: readonly string[];
}

/**
 * Returns the vestings to apply to a source. A member of an entity forfeits to other members of it, and a direct participant forfeits to others in
 * the profile. Both can also forfeit to nobody. A member without another eligible member forfeits to nobody.
 */
export function requestedVesting(draft: SourceDraft, found: SourceVesting, choice: Choice): readonly VestingToApply[] {
  const isHolder = (share: OnPath) => choice.holders.includes(vestingKey(found.sourceId, share));
  const able = possibleRecipients(found, draft).filter((share) => !isHolder(share));
  return found.holders.filter(isHolder).map(({ participantId, via }) => {
    const among = able.filter((share) => isSamePath(share.via, via)).map((share) => share.participantId);
    if (choice.method === 'nobody') return { participantId, via, recipients: [] };
    const preferred = choice.method === 'chosen' ? among.filter((id) => choice.chosen.includes(id)) : among;
    return { participantId, via, recipients: via.length > 0 && preferred.length === 0 ? among : preferred };
  });
}
