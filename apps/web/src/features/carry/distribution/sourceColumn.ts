import type { RunProblem } from '@carrara/contract/carry/distributionRun';
import { readableParts, type SourceDraft } from './runDraft.ts';

/** Columns of characterizations are this and an id. */
export const part = 'characterization ';

/** The column in which a reason is marked; what is about no single column stands at the amount. */
export function columnOf(
  { place, path }: Pick<RunProblem, 'place' | 'path'>,
  draft: Pick<SourceDraft, 'characterizations'>,
): string {
  const field = place?.field ?? null;
  if (field === 'allocationProfile') return 'profile';
  if (field === 'defaultEscrow') return 'escrow';
  if (field !== 'taxCharacterizations') return 'amount';
  const at = Number(path[path.indexOf(field) + 1] ?? NaN);
  const wrong = readableParts(draft.characterizations)[at];
  return wrong ? part + wrong.id : 'name';
}
