import { decimal } from '../../kernel/index.ts';
import type { SourceLine } from './rows.ts';

/** Returns the name of a reversal: the given one, or one made of the name of the run it reverses. */
export const reversalName = (name: string | null | undefined, reversedName: string): string =>
  name?.trim() || `Reversal of ${reversedName}`.slice(0, 200);

/** Returns the row ids of a stored run by source, so that an edit keeps them. */
export const rowIdsBySource = (sources: readonly Pick<SourceLine, 'id' | 'sourceId'>[]): ReadonlyMap<string, string> =>
  new Map(sources.map(({ id, sourceId }) => [sourceId, id]));

/**
 * Returns true if the acknowledgment of an unallocated rest applies. Without a rest, there is nothing to acknowledge, and an earlier acknowledgment
 * must not cover a rest that appears later.
 */
export const isRestAcknowledged = (
  isAcknowledged: boolean,
  sources: readonly { readonly unallocated: string | null }[],
): boolean => isAcknowledged && sources.some(({ unallocated }) => unallocated !== null && decimal(unallocated).gt(0));
