import { loadProfileSummary } from '@carrara/adapters/postgres/carry/allocation/reads';
import { type ProfileState, profileStates, type StateEntry } from '@carrara/adapters/postgres/carry/allocation/states';
import type {
  AllocationComparison,
  AllocationState,
  allocationHistoryEndpoints,
} from '@carrara/contract/carry/allocation/allocationHistory';
import type { ResultOf } from '@carrara/contract/core/endpoint';
import { compareProfiles, type EntryDifference, effectiveTotal } from '@carrara/domain/carry/allocation';
import { decimal, err, fail, numberText, ok } from '@carrara/domain/kernel';
import type { Operations, RequestContext } from '../../../core/operations.ts';

type History = ResultOf<typeof allocationHistoryEndpoints.getAllocationProfileHistory>;
type Change = History[number]['changes'][number];
type Participant = AllocationComparison['participants'][number];
const missing = err([fail('NOT_FOUND', ['id'], 'There is no such allocation profile or version.')]);

const optional = (text: string | null) => (text === null ? undefined : decimal(text));
const emptyProfile = { method: 'percent' as const, entries: [] };
const profileOf = ({ isShareBased, entries }: ProfileState) => ({
  method: isShareBased ? ('shares' as const) : ('percent' as const),
  entries: entries.map(({ participantId, predilute, fixed, discretionary, shares }) => ({
    id: participantId,
    predilute: optional(predilute),
    fixed: optional(fixed),
    discretionary: optional(discretionary),
    shares: optional(shares),
  })),
});

/** Returns the differences between two states by participant, using the domain's rule. */
function differences(before: ProfileState | undefined, after: ProfileState): readonly EntryDifference[] {
  const compared = compareProfiles(before ? profileOf(before) : emptyProfile, profileOf(after));
  if (compared.isErr()) throw new Error(`a state of profile ${after.profileId} was stored and cannot be computed`);
  return compared.value;
}

const head = ({ entries: _entries, copiedFromId: _copiedFromId, ...state }: ProfileState): AllocationState => state;

/**
 * Pairs each state, oldest first, with the one it is based on: a version with its origin, a revision with the one
 * before it.
 */
export function withBases(states: readonly ProfileState[]) {
  const latest = new Map<string, ProfileState>();
  let last: ProfileState | undefined;
  return states.map((state) => {
    const base = latest.get(state.profileId) ?? latest.get(state.copiedFromId ?? '') ?? last;
    latest.set(state.profileId, state);
    last = state;
    return { state, base };
  });
}

export function listChanges({ state, base }: ReturnType<typeof withBases>[number]): Change[] {
  const names = new Map(
    [...(base?.entries ?? []), ...state.entries].map(({ participantId, name }) => [participantId, name]),
  );
  return differences(base, state).flatMap(({ id, change, effectiveBefore, effectiveAfter }): Change[] => {
    if (change === 'same' || (change === 'changed' && effectiveBefore.equals(effectiveAfter))) return [];
    return [
      {
        participantId: id,
        name: names.get(id) ?? '',
        change,
        before: change === 'added' ? null : numberText(effectiveBefore),
        after: change === 'removed' ? null : numberText(effectiveAfter),
      },
    ];
  });
}

const inputsOf = (entry: StateEntry | undefined): Participant['inputsBefore'] => {
  if (!entry) return null;
  const { predilute, fixed, discretionary, shares } = entry;
  return { predilute, fixed, discretionary, shares };
};

function compare(from: ProfileState | undefined, to: ProfileState): AllocationComparison {
  const old = new Map(from?.entries.map((entry) => [entry.participantId, entry]));
  const now = new Map(to.entries.map((entry) => [entry.participantId, entry]));
  const participants = differences(from, to).map(
    ({ id, change, effectiveBefore, effectiveAfter, effectiveChange }): Participant => ({
      participantId: id,
      name: (now.get(id) ?? old.get(id))?.name ?? '',
      change,
      before: old.has(id) ? numberText(effectiveBefore) : null,
      after: now.has(id) ? numberText(effectiveAfter) : null,
      difference: numberText(effectiveChange),
      inputsBefore: inputsOf(old.get(id)),
      inputsAfter: inputsOf(now.get(id)),
    }),
  );
  const total = (state: ProfileState) =>
    numberText(effectiveTotal(state.entries.map(({ effective }) => decimal(effective))));
  return {
    from: from ? head(from) : null,
    to: head(to),
    participants,
    totalBefore: from ? total(from) : null,
    totalAfter: total(to),
  };
}

async function neighboringStates({ tx }: RequestContext, id: string) {
  const profile = await loadProfileSummary(tx, id);
  return profile ? withBases(await profileStates(tx, profile.containerId)) : undefined;
}

export const allocationHistoryOperations: Operations<typeof allocationHistoryEndpoints> = {
  async getAllocationProfileHistory(context, { params }) {
    const states = await neighboringStates(context, params.id);
    return states ? ok(states.map((each) => ({ ...head(each.state), changes: listChanges(each) })).reverse()) : missing;
  },
  async compareAllocationProfiles(context, { params, query }) {
    const states = await neighboringStates(context, params.id);
    const find = (profileId: string, revision: number | undefined) =>
      states?.findLast(
        ({ state }) => state.profileId === profileId && (revision === undefined || state.revision === revision),
      );
    const to = find(query.toProfileId ?? params.id, query.toRevision);
    const from = query.fromProfileId ? find(query.fromProfileId, query.fromRevision)?.state : to?.base;
    if (!to || (query.fromProfileId && !from)) return missing;
    return ok(compare(from, to.state));
  },
};
