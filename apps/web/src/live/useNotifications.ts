import type { ActivityEntry } from '@carrara/contract/platform/activity';
import { actionText } from '@carrara/contract/actions';
import { findRecordType } from '@carrara/contract/core/recordType';
import { emptyId } from '@carrara/contract/core/kinds';
import type { ShellNotification } from '@carrara/ui/layout/shellTypes.ts';
import { useSelector } from 'react-redux';
import { skipToken, useRead } from '../api/calls.ts';
import { useAllowed, useAppDispatch } from '../session/hooks.ts';
import { type Happening, seen, type StateWithLive } from './liveSlice.ts';
import { containerPath, recordPath } from '../address/recordAddress.ts';

/** Number of audit entries of a record that are searched for the one of an update. */
const lookedThrough = 5;

/** Returns the latest updates for the bell. */
export function useNotifications() {
  const dispatch = useAppDispatch();
  const { recent, connection } = useSelector(({ live }: StateWithLive) => live);
  // One read per update, since a message contains no names and the person's permissions apply to each. The number of calls equals
  // `updateHistoryLength`.
  const entries = [
    useEntryOf(recent[0]),
    useEntryOf(recent[1]),
    useEntryOf(recent[2]),
    useEntryOf(recent[3]),
    useEntryOf(recent[4]),
  ];
  return {
    recent: recent.map((happening, index) => asNotification(happening, entries[index])),
    markSeen: () => void dispatch(seen()),
    isLost: connection === 'lost',
  };
}

const paramOf = ({ params }: Happening, name: string) => params.find(({ key }) => key === name)?.value;

/** Reads the audit entry of an update; undefined if the update concerns many records at once. */
function useEntryOf(happening: Happening | undefined): ActivityEntry | undefined {
  const maySee = useAllowed('activity.view');
  const isRecord = maySee && happening !== undefined && happening.id !== emptyId;
  const argument = isRecord ? { params: { id: happening.id }, query: { pageSize: lookedThrough } } : skipToken;
  const { currentData } = useRead('listActivity', argument);
  if (!isRecord) return undefined;
  const [operation, at] = [paramOf(happening, 'operation'), paramOf(happening, 'createdDate')];
  const entries = currentData?.pageData ?? [];
  return (
    entries.find((entry) => entry.operation === operation && entry.createdDate === at) ??
    entries.find((entry) => entry.operation === operation)
  );
}

export interface Notification extends ShellNotification {
  /** The record type in a readable form. */
  readonly kind: string;
}

function asNotification(happening: Happening, entry: ActivityEntry | undefined): Notification {
  const operation = paramOf(happening, 'operation') ?? 'changed';
  const name = paramOf(happening, 'name') ?? entry?.objectName;
  return {
    id: `${happening.linkType} ${happening.id} ${String(happening.version)}`,
    kind: findRecordType(happening.linkType)?.title ?? happening.linkType,
    text: `${actionText(operation, name)}${entry?.createdBy ? ` by ${entry.createdBy}` : ''}`,
    at: happening.at,
    href: pathOf(happening, operation, entry),
    unread: happening.unread,
  };
}

/** Returns the address for an update. For a deleted record, that of the record it belonged to. */
function pathOf(
  { linkType, id, application }: Happening,
  operation: string,
  entry: ActivityEntry | undefined,
): string | undefined {
  if (operation.startsWith('delete') && id !== emptyId) return containerPath(entry?.containerId);
  return recordPath({ type: entry?.objectType ?? linkType, id, containerId: entry?.containerId, application });
}
