import type { OutlineLine } from '@carrara/domain/carry/run';

/** Nests the rows: each contains those below it. Entities must precede the rows below them. */
export function nested<L extends OutlineLine, D>(lines: readonly L[], shown: (line: L, members: D[]) => D): D[] {
  const outermost: D[] = [];
  const below = new Map<string, D[]>();
  for (const line of lines) {
    const members: D[] = [];
    below.set(line.id, members);
    (line.parentId === null ? outermost : below.get(line.parentId)!).push(shown(line, members));
  }
  return outermost;
}
