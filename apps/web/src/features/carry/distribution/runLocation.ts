import type { RunProblem } from '@carrara/contract/carry/run/distributionRun';
import { participantPath } from './runDraft.ts';

/** A tab of the editor: one of these, or the id of a source. */
export const sourcesTab = 'sources';
export const summaryTab = 'summary';
export const balancesTab = 'balances';

/** The location of a problem: a cell in the grid of a tab, or a field of the head. */
export interface RunLocation {
  readonly tab: string;
  readonly key: string;
  readonly field: string;
}

/** Columns of the grid of sources, by the field of a problem. */
const sourceColumns: Readonly<Record<string, string>> = {
  netDistributableAmount: 'amount',
  defaultEscrow: 'escrow',
  allocationProfile: 'profile',
  taxCharacterizations: 'characterization ',
};

/** Returns the cell of a problem; undefined if the problem concerns the whole run. */
export function problemLocation({ location }: Pick<RunProblem, 'location'>): RunLocation | undefined {
  if (!location) return undefined;
  const { sourceId, participantId, via, field } = location;
  if (sourceId === null) return field ? { tab: '', key: '', field } : undefined;
  if (participantId !== null)
    return { tab: sourceId, key: participantPath(participantId, via), field: field ?? 'effectiveAllocation' };
  if (field === 'unallocatedAcknowledged') return { tab: '', key: '', field };
  const column = sourceColumns[field ?? ''];
  return column
    ? { tab: sourcesTab, key: sourceId, field: column }
    : { tab: sourceId, key: '', field: field ?? 'effectiveAllocation' };
}
