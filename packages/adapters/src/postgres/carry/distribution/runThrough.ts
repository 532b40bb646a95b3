import type { DetailLine, RunRows } from '@carrara/domain/carry/run';
import type { Transaction } from '../../engine/unitOfWork/index.ts';
import { loadRun } from './rows.ts';

/** The rows of a distribution that concern an entity, as if ways began at it; sources that paid nothing through it are left out. */
export async function loadRunThrough(tx: Transaction, distributionId: string, entityId: string): Promise<RunRows> {
  const run = await loadRun(tx, distributionId, entityId);
  const fromHere = (line: DetailLine): DetailLine =>
    line.participantId === entityId
      ? { ...line, parentId: null, path: [] }
      : { ...line, path: line.path.slice(line.path.indexOf(entityId)) };
  const sources = run.sources.map((source) => ({ ...source, details: source.details.map(fromHere) }));
  return { ...run, sources: sources.filter(({ details }) => details.length > 0) };
}
