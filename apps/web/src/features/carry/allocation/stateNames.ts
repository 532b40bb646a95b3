import type { AllocationState } from '@carrara/contract/carry/allocation/allocationHistory';
import { formatInstant } from '@carrara/ui/value/formatDate.ts';

type State = Pick<AllocationState, 'profileId' | 'version' | 'revision' | 'changedDate'>;

/** Names a state in choices and keys. */
export const stateKey = ({ profileId, revision }: Pick<State, 'profileId' | 'revision'>): string =>
  `${profileId} ${String(revision)}`;

/** Returns the name of a state. It includes the revision number if the version was revised before a distribution used it. */
export const stateName = ({ version, revision }: Pick<State, 'version' | 'revision'>): string =>
  revision > 1 ? `Version ${String(version)}, revision ${String(revision)}` : `Version ${String(version)}`;

export const datedName = (state: State): string => `${stateName(state)} · ${formatInstant(state.changedDate)}`;
