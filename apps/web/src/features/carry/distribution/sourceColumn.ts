import type { RunProblem } from '@carrara/contract/carry/run/distributionRun';
import { readableParts, type SourceDraft } from './runDraft.ts';

/** The name of a characterization column is this prefix and an id. */
export const characterizationPrefix = 'characterization ';

/** Returns the column in which a problem is marked. Problems without a column of their own are marked at the amount. */
export function sourceColumn(
  { location, path }: Pick<RunProblem, 'location' | 'path'>,
  draft: Pick<SourceDraft, 'characterizations'>,
): string {
  const field = location?.field ?? null;
  if (field === 'allocationProfile') return 'profile';
  if (field === 'defaultEscrow') return 'escrow';
  if (field !== 'taxCharacterizations') return 'amount';
  const at = Number(path[path.indexOf(field) + 1] ?? NaN);
  const wrong = readableParts(draft.characterizations)[at];
  return wrong ? characterizationPrefix + wrong.id : 'name';
}
