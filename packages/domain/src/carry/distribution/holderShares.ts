import {
  type CalendarDate,
  type Decimal,
  type Failures,
  hundred,
  type Result,
  roundPercent,
  zero,
} from '../../kernel/index.ts';
import { vestingDate } from '../../people/participant/index.ts';
import type { HolderFacts, RunRequest, Share, ShareFacts } from '../run/index.ts';
import { type ScheduleRow, type VestedShare, vestedShare } from '../vesting/index.ts';
import type { SourceFacts } from './runFacts.ts';

/** A person's or trust's share of a source along one path. */
export interface HolderShare {
  readonly participantId: string;
  readonly name: string;
  /** Entities on the path, outermost first; empty for a share that the source's profile names. */
  readonly via: readonly string[];
  /** Percent of the source, or of the innermost entity. */
  readonly effective: Decimal;
  readonly isTerminated: boolean;
  /** The earliest termination date on the path. */
  readonly terminationDate: CalendarDate | null;
  /** Undefined if the vesting schedule is unknown. */
  readonly scheduleRows: readonly ScheduleRow[] | undefined;
}

/**
 * Returns everyone who is paid from a source by these shares: people and trusts in its profile, and those reached through entities at any depth.
 *
 * A share received through an entity vests by the schedule of the outermost entity in the source's profile. Without one, it vests by the person's own
 * schedule in the entity's profile. Vesting stops when the person, or an entity on the path, is terminated. Letters and reports use the same rule.
 *
 * Participants without an entry in the profile, such as those added to this run only, have no vesting and are left out.
 *
 * Source: docs/calculations/vesting.md.
 */
export function holderShares(
  { profile }: Pick<SourceFacts, 'profile'>,
  shares: readonly Share[],
  { participants }: Pick<ShareFacts, 'participants'>,
): readonly HolderShare[] {
  const below = ({ participantId, effective }: Share, path: readonly HolderFacts[], rows: Rows): HolderShare[] => {
    const participant = participants.get(participantId);
    // Cycles are rejected elsewhere.
    if (!participant || effective.isZero() || path.includes(participant)) return [];
    const onPath = [...path, participant];
    if (participant.members)
      return participant.members.flatMap((member) => below(member, onPath, rows ?? member.scheduleRows));
    const ended = onPath.filter(({ status }) => status === 'terminated');
    const dates = ended.flatMap(({ terminationDate }) => terminationDate ?? []).toSorted();
    return [
      {
        participantId,
        name: participant.name,
        via: path.map(({ id }) => id),
        effective,
        isTerminated: participant.status === 'terminated',
        terminationDate: dates[0] ?? null,
        scheduleRows: rows,
      },
    ];
  };
  const entries = new Map(profile?.entries.map((entry) => [entry.participantId, entry]));
  return shares.flatMap((share) => {
    const entry = entries.get(share.participantId);
    return entry ? below(share, [], entry.scheduleRows) : [];
  });
}

type Rows = HolderShare['scheduleRows'];

/** The vested part of a share on the run's date, or on the termination date if that is earlier. */
export interface VestingAt {
  readonly on: CalendarDate;
  readonly vested: Result<VestedShare, Failures>;
}

export function vestingAt(
  { vesting }: Pick<SourceFacts, 'vesting'>,
  { scheduleRows, terminationDate }: Pick<HolderShare, 'scheduleRows' | 'terminationDate'>,
  { distributionDate }: Pick<RunRequest, 'distributionDate'>,
): VestingAt {
  const on = vestingDate(distributionDate as CalendarDate, terminationDate);
  return { on, vested: vestedShare({ ...vesting, schedule: scheduleRows }, on) };
}

/**
 * Returns the percentage of the source that a share on a path gets. `sharesOn` returns the shares of the source or, below entities, of the innermost
 * entity.
 *
 *     round(effective of the outermost entity x member / sum of members x ... , 10 decimals)
 *
 * Units:  percent of the source.
 * Source: docs/calculations/distribution.md.
 */
export function percentOfSource(
  { participantId, via }: Pick<HolderShare, 'participantId' | 'via'>,
  sharesOn: (via: readonly string[]) => readonly Pick<Share, 'participantId' | 'effective'>[],
): Decimal {
  const product = [...via, participantId].reduce<Decimal>((part, id, depth) => {
    const shares = sharesOn(via.slice(0, depth));
    const own = shares.find((share) => share.participantId === id)?.effective ?? zero;
    const all = depth === 0 ? hundred : shares.reduce<Decimal>((sum, { effective }) => sum.plus(effective), zero);
    return all.isZero() ? zero : part.times(own).div(all);
  }, hundred);
  return roundPercent(product);
}

export const isSamePath = (first: readonly string[], other: readonly string[]): boolean =>
  first.length === other.length && first.every((id, i) => id === other[i]);

export const isShareOf =
  (participantId: string, via: readonly string[]) =>
  (share: Pick<HolderShare, 'participantId' | 'via'>): boolean =>
    share.participantId === participantId && isSamePath(share.via, via);
