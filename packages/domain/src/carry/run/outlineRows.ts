import { type Decimal, numberText } from '../../kernel/index.ts';
import type { DistributionInput } from './distribution.ts';
import type { OutlineLine } from './rows.ts';

/** Where the effective stands that a profile says, when another one was given. */
export const originalKey = (sourceId: string, participantId: string, via: readonly string[] = []): string =>
  [sourceId, ...via, participantId].join(' ');

/**
 * The rows of a source that cannot be computed, so that what was typed into them stays in sight with what is wrong.
 *
 * An entity comes before the rows below it; one that holds itself is followed once.
 */
export function outlineRows(
  sourceId: string,
  { sources, participants }: DistributionInput,
  originals: ReadonlyMap<string, Decimal>,
  newId: () => string,
): readonly OutlineLine[] {
  const known = new Map(participants.map((participant) => [participant.id, participant]));
  const lines: OutlineLine[] = [];
  type Shares = NonNullable<(typeof participants)[number]['members']>;
  const visit = (shares: Shares, path: readonly string[], parentId: string | null): void => {
    for (const { participantId, effective } of shares) {
      const participant = known.get(participantId);
      const original = originals.get(originalKey(sourceId, participantId, path));
      const id = newId();
      lines.push({
        id,
        participantId,
        parentId,
        path,
        effective: numberText(effective),
        original: original ? numberText(original) : null,
        isTerminated: participant?.status === 'terminated',
      });
      if (participant?.members && !path.includes(participantId))
        visit(participant.members, [...path, participantId], id);
    }
  };
  visit(sources.find(({ id }) => id === sourceId)?.allocations ?? [], [], null);
  return lines;
}
