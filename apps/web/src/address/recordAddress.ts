import { emptyId } from '@carrara/contract/core/kinds';
import { addressIn } from '@carrara/contract/core/modules';
import { applications } from '@carrara/contract/core/permissions';
import { recordAddress, lowerFirst, findRecordType } from '@carrara/contract/core/recordType';
import { addressInModule } from './addressInModule.ts';

/** A record as the live channel or the audit log names it. */
export interface RecordAt {
  /** The record type: `Fund`, or `fund`. */
  readonly type: string;
  readonly id: string;
  /** The record that it belongs to. */
  readonly containerId?: string | null | undefined;
  /** The module of the event. */
  readonly application?: string;
}

/** Returns the address of a record's page, or of the page of the record it belongs to. Undefined if neither has a page. */
export function recordPath({ type, id, containerId, application }: RecordAt): string | undefined {
  const kind = lowerFirst(type);
  const address = id === emptyId ? findRecordType(kind)?.listAddress : recordAddress(kind, id, containerId);
  const module = applications.find((name) => name === application);
  const there = address && (module ? addressIn(module, address) : addressInModule(address));
  if (there || id === emptyId) return there && `#${there}`;
  return containerPath(containerId);
}

/** Returns the address of the record that a deleted record belonged to. */
export const containerPath = (containerId: string | null | undefined): string | undefined =>
  containerId ? `#/navigation/${containerId}` : undefined;
