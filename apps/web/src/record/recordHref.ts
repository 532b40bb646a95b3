import { recordAddress } from '@carrara/contract/core/recordType';
import { toHref } from './recordDefinition.ts';

/** Returns the address of a record from the table of record types. `type` can be `Employee` or `employee`. */
export function recordHref(type: string, id: string): string | undefined {
  const address = recordAddress(type.charAt(0).toLowerCase() + type.slice(1), id);
  return address === undefined ? undefined : toHref(address);
}
