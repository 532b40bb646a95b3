import { emptyId } from '@carrara/contract/core/kinds';
import { addressOf, lowerFirst, recordTypeOf } from '@carrara/contract/core/recordType';

/** A record as the live channel or the trail of changes names it. */
export interface RecordAt {
  /** The concept: `Fund`, or `fund`. */
  readonly type: string;
  readonly id: string;
  /** The record that it hangs on. */
  readonly containerId?: string | null | undefined;
}

/** Where a record is shown: on its own screen, else with the record that it hangs on; undefined where it is shown nowhere. */
export function placeOfRecord({ type, id, containerId }: RecordAt): string | undefined {
  const kind = lowerFirst(type);
  const address = id === emptyId ? recordTypeOf(kind)?.listAddress : addressOf(kind, id, containerId);
  if (address || id === emptyId) return address && `#${address}`;
  return placeOfContainer(containerId);
}

/** Where what a record hung on is shown, for one that is not there any more. */
export const placeOfContainer = (containerId: string | null | undefined): string | undefined =>
  containerId ? `#/navigation/${containerId}` : undefined;
