import { dayIn } from '@carrara/contract/core/today';
import { useSyncExternalStore } from 'react';
import { useSession } from './hooks.ts';

/** Today where the firm is, as dates travel: the day that the server goes by too, not that of this device. It turns at midnight there. */
export function useToday(): string {
  const zone = useSession().settings?.timeZone;
  return useSyncExternalStore(everyMinute, () => dayIn(zone, new Date()));
}

function everyMinute(changed: () => void): () => void {
  const timer = setInterval(changed, 60_000);
  return () => clearInterval(timer);
}
