import type { ProfileState } from '@carrara/adapters/postgres/allocationProfile';
import type { allocationProfileEndpoints } from '@carrara/contract/allocationProfile';
import type { ResultOf } from '@carrara/contract/endpoint';
import { decimal } from '@carrara/domain/kernel';

type History = ResultOf<typeof allocationProfileEndpoints.getAllocationProfileHistory>;
type Change = History[number]['changes'][number];

/** The states of a container's profiles, the newest first, each with what it changed: a version is measured by the one that it was made of. */
export function profileHistory(states: readonly ProfileState[]): History {
  const latest = new Map<string, ProfileState>();
  let before: ProfileState | undefined;
  const history = states.map((state) => {
    const base = latest.get(state.profileId) ?? latest.get(state.copiedFromId ?? '') ?? before;
    latest.set(state.profileId, state);
    before = state;
    const { revision, version, profileId, name, changedDate, changedBy, reason, effectiveDate } = state;
    const changes = changesBetween(base, state);
    return { revision, version, profileId, name, changedDate, changedBy, reason, effectiveDate, changes };
  });
  return history.reverse();
}

function changesBetween(before: ProfileState | undefined, after: ProfileState): Change[] {
  const old = new Map(before?.entries.map((entry) => [entry.participantId, entry]));
  const now = new Set(after.entries.map(({ participantId }) => participantId));
  const changed = after.entries.flatMap(({ participantId, name, effective }): Change[] => {
    const was = old.get(participantId);
    if (!was) return [{ participantId, name, change: 'added', before: null, after: effective }];
    if (decimal(was.effective).eq(effective)) return [];
    return [{ participantId, name, change: 'changed', before: was.effective, after: effective }];
  });
  const removed = [...old.values()]
    .filter(({ participantId }) => !now.has(participantId))
    .map(
      ({ participantId, name, effective }): Change => ({
        participantId,
        name,
        change: 'removed',
        before: effective,
        after: null,
      }),
    );
  return [...changed, ...removed];
}
