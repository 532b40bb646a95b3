import { type Decimal, numberText } from '../../kernel/index.ts';
import type { DistributionInput } from './distribution.ts';
import type { OutlineLine } from './rows.ts';

/** Returns the key under which a profile's effective percentage is stored when the request overrides it. */
export const originalKey = (sourceId: string, participantId: string, via: readonly string[] = []): string =>
  [sourceId, ...via, participantId].join(' ');

/**
 * Returns the rows of a source that can't be computed, so that the typed values stay visible together with the errors.
 *
 * An entity comes before the rows below it. An entity that contains itself is followed only once.
 */
export function outlineRows(
  sourceId: string,
  { sources, participants }: DistributionInput,
  originals: ReadonlyMap<string, Decimal>,
  newId: () => string,
): readonly OutlineLine[] {
  const participantsById = new Map(participants.map((participant) => [participant.id, participant]));
  const lines: OutlineLine[] = [];
  type Shares = NonNullable<(typeof participants)[number]['members']>;
  const visit = (shares: Shares, path: readonly string[], parentId: string | null): void => {
    for (const { participantId, effective } of shares) {
      const participant = participantsById.get(participantId);
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
