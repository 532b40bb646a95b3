import { emptyId } from '@carrara/contract/kinds';
import type { ShellNotification } from '@carrara/ui/layout';
import { useSelector } from 'react-redux';
import type { State } from '../app/store.ts';
import { skipToken, useRead } from '../api/calls.ts';
import { useAllowed, useAppDispatch } from '../session/hooks.ts';
import { type Happening, seen } from './liveSlice.ts';
import { placeOfRecord } from './places.ts';

/** The last updates as the bell shows them. */
export function useNotifications() {
  const dispatch = useAppDispatch();
  const { recent, connection } = useSelector((state: State) => state.live);
  // The history is this long at most (`updateHistoryLength`); a message carries no name, so each is read as the person may read it.
  const names = [
    useNameOf(recent[0]),
    useNameOf(recent[1]),
    useNameOf(recent[2]),
    useNameOf(recent[3]),
    useNameOf(recent[4]),
  ];
  return {
    recent: recent.map((happening, place) => asNotification(happening, names[place])),
    markSeen: () => void dispatch(seen()),
    isLost: connection === 'lost',
  };
}

/** The name of the record of an update, from its trail of changes; none for many records at once. */
function useNameOf(happening: Happening | undefined): string | undefined {
  const maySee = useAllowed('activity.view');
  const isOne = maySee && happening !== undefined && happening.id !== emptyId;
  const argument = isOne ? { params: { id: happening.id }, query: { pageSize: 1 } } : skipToken;
  const { currentData } = useRead('listActivity', argument);
  return isOne ? currentData?.pageData[0]?.objectName : undefined;
}

export interface Notification extends ShellNotification {
  /** The kind of record, as a person says it. */
  readonly kind: string;
}

function asNotification(happening: Happening, named: string | undefined): Notification {
  const param = (name: string) => happening.params.find(({ key }) => key === name)?.value;
  const [what, name, done] = [words(happening.linkType), param('name') ?? named, deed(param('operation'))];
  return {
    id: `${happening.linkType} ${happening.id} ${String(happening.version)}`,
    kind: what,
    text: [what, name, done].filter(Boolean).join(' '),
    at: happening.at,
    href: placeOfRecord(happening.linkType, happening.id),
    unread: happening.unread,
  };
}

/** `AllocationProfile` as 'Allocation profile'. */
const words = (linkType: string) => {
  const text = linkType.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
};

const irregular: Readonly<Record<string, string>> = {
  submit: 'submitted',
  withdraw: 'withdrawn',
  set: 'set',
  add: 'extended',
};

/** What was done, from the operation's verb: `approveDistribution` is 'approved'. */
function deed(operation: string | undefined): string {
  const verb = /^[a-z]+/.exec(operation ?? '')?.[0];
  if (!verb) return 'changed';
  return irregular[verb] ?? (verb.endsWith('e') ? `${verb}d` : `${verb}ed`);
}
