import type { PlanState } from './planState.ts';
import type { CarryPlan } from './sheets.ts';

/** The entities on the path to a participant, outermost first; empty if the profile names the participant. */
export type Route = readonly string[];

interface Entry {
  readonly participantId: string;
}

/** Returns the entries of a container's current profile: those that the plan writes, otherwise the stored ones. */
function entriesOf(state: PlanState, containerId: string): readonly string[] {
  const written = state.writes.filter(
    ({ kind, values }) =>
      kind === 'allocationProfile' &&
      (values['container'] as { id: string }).id === containerId &&
      values['isCurrent'] !== false,
  );
  const stored = state.existing.allocationProfile.find(
    (each) => (each['container'] as { id: string } | null)?.id === containerId && each['isCurrent'] === true,
  );
  const entries = (written.at(-1)?.values['entries'] ?? stored?.['entries'] ?? []) as readonly Entry[];
  return entries.map(({ participantId }) => participantId);
}

/** Returns all paths from a source's profile to a participant, the direct one first. */
export function routesTo(
  state: PlanState,
  plan: CarryPlan,
  containerId: string,
  participantId: string,
): readonly Route[] {
  const entityIds = new Set([
    ...state.existing.entity.map(({ id }) => id),
    ...plan.participants.flatMap(({ type, code }) =>
      type === 'Entity' ? (state.names.find('participant', code) ?? []) : [],
    ),
  ]);
  const walk = (container: string, via: Route): readonly Route[] => {
    const members = entriesOf(state, container);
    const direct: readonly Route[] = members.includes(participantId) ? [via] : [];
    const deeper = members
      .filter((id) => entityIds.has(id) && !via.includes(id))
      .flatMap((id) => walk(id, [...via, id]));
    return [...direct, ...deeper];
  };
  return walk(containerId, []);
}
