import type { ActivityEntry } from '@carrara/contract/platform/activity/activity';
import type { actionText } from '@carrara/contract/actions';
import { findRecordType } from '@carrara/contract/core/recordType';
import { emptyId } from '@carrara/contract/core/kinds';
import type { ShellNotification } from '@carrara/ui/layout/shellTypes.ts';
import { useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { skipToken, useRead } from '../api/calls.ts';
import { useAllowed } from '../session/hooks.ts';
import type { RecentEvent, StateWithLive } from './liveSlice.ts';
import { containerPath, recordPath } from '../address/recordAddress.ts';

/** Number of audit entries of a record that are searched for the one of an update. */
const searchedEntries = 5;

/** Returns the latest updates for the bell. */
export function useNotifications() {
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
  const describe = useDescriptions(recent.length > 0);
  return {
    recent: describe ? recent.map((recentEvent, index) => asNotification(recentEvent, entries[index], describe)) : [],
    isLost: connection === 'lost',
  };
}

type Describe = typeof actionText;
/** If the descriptions can't be loaded, an update still names its record. */
const describeWithout: Describe = (_operation, name = 'Record') => `${name} changed`;

/** Loads the descriptions of all operations with the first update, because most pages are drawn before one arrives. */
function useDescriptions(isNeeded: boolean): Describe | undefined {
  const [describe, setDescribe] = useState<Describe>();
  const isMissing = isNeeded && describe === undefined;
  useEffect(() => {
    if (!isMissing) return;
    void import('@carrara/contract/actions').then(
      (actions) => setDescribe(() => actions.actionText),
      () => setDescribe(() => describeWithout),
    );
  }, [isMissing]);
  return describe;
}

const paramOf = ({ params }: RecentEvent, name: string) => params.find(({ key }) => key === name)?.value;

/** Reads the audit entry of an update; undefined if the update concerns many records at once. */
function useEntryOf(recentEvent: RecentEvent | undefined): ActivityEntry | undefined {
  const maySee = useAllowed('activity.view');
  const isRecord = maySee && recentEvent !== undefined && recentEvent.id !== emptyId;
  const argument = isRecord ? { params: { id: recentEvent.id }, query: { pageSize: searchedEntries } } : skipToken;
  const { currentData } = useRead('listActivity', argument);
  if (!isRecord) return undefined;
  const [operation, at] = [paramOf(recentEvent, 'operation'), paramOf(recentEvent, 'createdDate')];
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

function asNotification(recentEvent: RecentEvent, entry: ActivityEntry | undefined, describe: Describe): Notification {
  const operation = paramOf(recentEvent, 'operation') ?? 'changed';
  const name = paramOf(recentEvent, 'name') ?? entry?.objectName;
  return {
    id: `${recentEvent.linkType} ${recentEvent.id} ${String(recentEvent.version)}`,
    kind: findRecordType(recentEvent.linkType)?.title ?? recentEvent.linkType,
    text: `${describe(operation, name)}${entry?.createdBy ? ` by ${entry.createdBy}` : ''}`,
    at: recentEvent.at,
    href: pathOf(recentEvent, operation, entry),
  };
}

/** Returns the address for an update. For a deleted record, that of the record it belonged to. */
function pathOf(
  { linkType, id, application }: RecentEvent,
  operation: string,
  entry: ActivityEntry | undefined,
): string | undefined {
  if (operation.startsWith('delete') && id !== emptyId) return containerPath(entry?.containerId);
  return recordPath({ type: entry?.objectType ?? linkType, id, containerId: entry?.containerId, application });
}
