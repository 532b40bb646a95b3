import type { DetailLine, RunRows } from '@carrara/domain/carry/run';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { loadRun } from './rows.ts';

/**
 * Loads the rows of a distribution that concern an entity, with paths that begin at it. Sources that paid nothing
 * through it are left out.
 */
export async function loadRunThrough(tx: Transaction, distributionId: string, entityId: string): Promise<RunRows> {
  const run = await loadRun(tx, distributionId, entityId);
  const fromHere = (line: DetailLine): DetailLine =>
    line.participantId === entityId
      ? { ...line, parentId: null, path: [] }
      : { ...line, path: line.path.slice(line.path.indexOf(entityId)) };
  const sources = run.sources.map((source) => ({ ...source, details: source.details.map(fromHere) }));
  return { ...run, sources: sources.filter(({ details }) => details.length > 0) };
}
