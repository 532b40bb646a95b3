import { add, type Whole } from '../../kernel/cents/index.ts';
import { addCents, type Cents, type CentsRow, type CentsSource, zeroCents } from './engine.ts';

/** Sums over sources in whole cents, by the participant's position in the input. */
export interface CentsTotals {
  /** Undefined for a participant whom no source reaches. */
  readonly byParticipant: readonly (Cents | undefined)[];
  readonly total: Cents;
  readonly unallocated: Whole;
  /** The number of distinct people and trusts with a gross above 0, in each source and in total. */
  readonly numberBySource: readonly number[];
  readonly number: number;
}

/**
 * Adds up each participant's and entity's amounts over all paths and sources.
 *
 * Source: docs/calculations/distribution.md.
 */
export function totalCents(sources: readonly CentsSource[], participantCount: number): CentsTotals {
  const byParticipant: (Cents | undefined)[] = new Array<Cents | undefined>(participantCount).fill(undefined);
  // The last source that counted the participant, so that somebody reached twice counts once.
  const countedIn = new Int32Array(participantCount).fill(-1);
  const total = zeroCents();
  let unallocated: Whole = 0;
  let number = 0;
  const numberBySource = sources.map((source, position) => {
    let numberHere = 0;
    const visit = (row: CentsRow): void => {
      const holderIndex = row.route.holder.position;
      let sum = byParticipant[holderIndex];
      if (sum === undefined) {
        sum = zeroCents();
        byParticipant[holderIndex] = sum;
      }
      addCents(sum, row);
      if (row.members !== undefined) row.members.forEach(visit);
      else if (row.gross !== 0 && countedIn[holderIndex] !== position) {
        if (countedIn[holderIndex] === -1) number += 1;
        countedIn[holderIndex] = position;
        numberHere += 1;
      }
    };
    source.rows.forEach(visit);
    addCents(total, source);
    unallocated = add(unallocated, source.shared.unallocated);
    return numberHere;
  });
  return { byParticipant, total, unallocated, numberBySource, number };
}
