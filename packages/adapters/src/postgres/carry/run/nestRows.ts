import type { OutlineLine } from '@carrara/domain/carry/run';
import { required } from '@carrara/domain/kernel';

/** Nests the rows: each contains those below it. Entities must precede the rows below them. */
export function nestRows<L extends OutlineLine, D>(lines: readonly L[], display: (line: L, members: D[]) => D): D[] {
  const outermost: D[] = [];
  const below = new Map<string, D[]>();
  for (const line of lines) {
    const members: D[] = [];
    below.set(line.id, members);
    const siblings = line.parentId === null ? outermost : below.get(line.parentId);
    required(siblings, `row ${line.parentId} above a row`).push(display(line, members));
  }
  return outermost;
}
