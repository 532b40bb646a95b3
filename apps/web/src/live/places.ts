import { emptyId } from '@carrara/contract/core/kinds';
import { addressIn } from '@carrara/contract/core/modules';
import { applications } from '@carrara/contract/core/permissions';
import { addressOf, lowerFirst, recordTypeOf } from '@carrara/contract/core/recordType';
import { hereIn } from '../frame/hereIn.ts';

/** A record as the live channel or the trail of changes names it. */
export interface RecordAt {
  /** The concept: `Fund`, or `fund`. */
  readonly type: string;
  readonly id: string;
  /** The record that it hangs on. */
  readonly containerId?: string | null | undefined;
  /** The module that it was told as. */
  readonly application?: string;
}

/** Where a record is shown: on its own screen, else with the record that it hangs on; undefined where it is shown nowhere. */
export function placeOfRecord({ type, id, containerId, application }: RecordAt): string | undefined {
  const kind = lowerFirst(type);
  const address = id === emptyId ? recordTypeOf(kind)?.listAddress : addressOf(kind, id, containerId);
  const module = applications.find((name) => name === application);
  const there = address && (module ? addressIn(module, address) : hereIn(address));
  if (there || id === emptyId) return there && `#${there}`;
  return placeOfContainer(containerId);
}

/** Where what a record hung on is shown, for one that is not there any more. */
export const placeOfContainer = (containerId: string | null | undefined): string | undefined =>
  containerId ? `#/navigation/${containerId}` : undefined;
