import { type Decimal, numberText } from '../../kernel/index.ts';
import type { DistributionInput } from './distribution.ts';
import { originalKey } from './runInput.ts';

/** A row of a source whose figures cannot be determined: who it is and by which percentage, and nothing that would have to be computed. */
export interface OutlineRow {
  readonly participantId: string;
  readonly path: readonly string[];
  readonly effective: string;
  readonly original: string | null;
  readonly isTerminated: boolean;
  readonly members: readonly OutlineRow[];
}

/**
 * The rows of a source that cannot be computed, so that what was typed into them stays in sight with what is wrong.
 *
 * An entity that holds itself is followed once.
 */
export function outlineRows(
  sourceId: string,
  { sources, participants }: DistributionInput,
  originals: ReadonlyMap<string, Decimal>,
): readonly OutlineRow[] {
  const known = new Map(participants.map((participant) => [participant.id, participant]));
  type Shares = NonNullable<(typeof participants)[number]['members']>;
  const rowsOf = (shares: Shares, path: readonly string[]): readonly OutlineRow[] =>
    shares.map(({ participantId, effective }) => {
      const participant = known.get(participantId);
      const original = path.length === 0 ? originals.get(originalKey(sourceId, participantId)) : undefined;
      return {
        participantId,
        path,
        effective: numberText(effective),
        original: original ? numberText(original) : null,
        isTerminated: participant?.status === 'terminated',
        members:
          participant?.members && !path.includes(participantId)
            ? rowsOf(participant.members, [...path, participantId])
            : [],
      };
    });
  return rowsOf(sources.find(({ id }) => id === sourceId)?.allocations ?? [], []);
}
