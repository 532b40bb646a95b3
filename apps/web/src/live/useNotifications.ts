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
    notice:
      connection === 'lost' ? 'The live connection is lost; trying again. What you see may be out of date.' : undefined,
  };
}

function asNotification(happening: Happening): ShellNotification {
  const param = (name: string) => happening.params.find(({ key }) => key.toLowerCase() === name)?.value;
  const what = words(happening.linkType);
  const name = param('name');
  const by = param('by') ?? param('user');
  return {
    id: `${happening.linkType} ${happening.id} ${String(happening.version)}`,
    text: `${what}${name ? ` ${name}` : ''} ${param('action') ?? 'changed'}${by ? ` by ${by}` : ''}`,
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
