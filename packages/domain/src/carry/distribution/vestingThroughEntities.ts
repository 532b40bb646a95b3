import { type CalendarDate, type Failure, type Failures, fail, hundred, type FailureCode } from '../../kernel/index.ts';
import { vestedShare, vestingDate } from '../vesting/index.ts';
import type { EntryFacts, SourceInput, RunRequest } from '../run/index.ts';
import type { RunFacts, SourceFacts } from './runFacts.ts';

/**
 * Warns of each terminated person who is paid through an entity, at any depth, and is not fully vested: by the schedule of the outermost entity in the
 * profile of the source, as letters count it, else by the person's own in the profile of the entity.
 *
 * Source: calculations 4.
 * Fails:  as warnings TERMINATED_NOT_FULLY_VESTED, VESTING_UNKNOWN; once for a person and entity, at the first source.
 */
export function vestingThroughEntities(
  sources: readonly SourceInput[],
  facts: RunFacts,
  { distributionDate }: Pick<RunRequest, 'distributionDate'>,
): Failures {
  const warnings = new Map<string, Failure>();
  sources.forEach(({ id, allocations, forfeitures = [] }, i) => {
    const source = facts.sources.get(id);
    if (!source) return;
    allocations.forEach(({ participantId: entityId, effective }, k) => {
      const members = facts.participants.get(entityId)?.members;
      const isApplied = forfeitures.some(({ participantId }) => participantId === entityId);
      if (!members || effective.isZero() || isApplied) return;
      const own = source.profile?.entries.find(({ participantId }) => participantId === entityId);
      for (const { member, via } of membersBelow(members, [entityId], facts)) {
        const schedule = own?.scheduleRows ?? member.scheduleRows;
        const found = schedule && remarkOf(member.participantId, schedule, source, facts, distributionDate);
        const key = [member.participantId, ...via].join(' ');
        if (!found || warnings.has(key)) continue;
        const path = ['sources', i, 'allocations', k, member.participantId];
        warnings.set(key, fail(found.code, path, `${found.text}, through ${[...via].reverse().join(' of ')}`));
      }
    });
  });
  return [...warnings.values()];
}

interface Below {
  readonly member: EntryFacts;
  readonly via: readonly string[];
}

function membersBelow(members: readonly EntryFacts[], via: readonly string[], facts: RunFacts): readonly Below[] {
  return members.flatMap((member): readonly Below[] => {
    const { participantId, effective } = member;
    // A cycle is refused elsewhere.
    if (effective.isZero() || via.includes(participantId)) return [];
    const below = facts.participants.get(participantId)?.members;
    return below ? membersBelow(below, [...via, participantId], facts) : [{ member, via }];
  });
}

function remarkOf(
  id: string,
  schedule: NonNullable<EntryFacts['scheduleRows']>,
  { vesting }: SourceFacts,
  { participants }: RunFacts,
  distributionDate: string,
): { readonly code: FailureCode; readonly text: string } | undefined {
  const person = participants.get(id);
  if (person?.status !== 'terminated') return undefined;
  const today = distributionDate as CalendarDate;
  const share = vestedShare({ ...vesting, schedule }, vestingDate({ terminationDate: person.terminationDate, today }));
  if (share.isErr())
    return { code: 'VESTING_UNKNOWN', text: `${id} is terminated, and how much is vested cannot be determined` };
  return share.value.vested.lt(hundred)
    ? {
        code: 'TERMINATED_NOT_FULLY_VESTED',
        text: `${id} is terminated and not fully vested, and is paid the full allocation`,
      }
    : undefined;
}
