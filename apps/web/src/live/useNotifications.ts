import type { ShellNotification } from '@carrara/ui/layout';
import { useSelector } from 'react-redux';
import type { State } from '../app/store.ts';
import { useAppDispatch } from '../session/hooks.ts';
import { type Happening, seen } from './liveSlice.ts';
import { placeOfRecord } from './places.ts';

/** The last updates as the bell shows them. */
export function useNotifications() {
  const dispatch = useAppDispatch();
  const { recent, connection } = useSelector((state: State) => state.live);
  return {
    recent: recent.map(asNotification),
    markSeen: () => void dispatch(seen()),
    isLost: connection === 'lost',
  };
}

export interface Notification extends ShellNotification {
  /** The kind of record, as a person says it. */
  readonly kind: string;
}

function asNotification(happening: Happening): Notification {
  const param = (name: string) => happening.params.find(({ key }) => key === name)?.value;
  const [what, name, done] = [words(happening.linkType), param('name'), deed(param('operation'))];
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
