import { dayIn } from '@carrara/contract/core/today';
import { useSyncExternalStore } from 'react';
import { useSession } from './hooks.ts';

/**
 * Returns today's date in the firm's time zone as an ISO date. The server uses the same date, whatever the zone of this device. It changes at
 * midnight in the firm's zone.
 */
export function useToday(): string {
  const zone = useSession().settings?.timeZone;
  return useSyncExternalStore(everyMinute, () => dayIn(zone, new Date()));
}

function everyMinute(changed: () => void): () => void {
  const timer = setInterval(changed, 60_000);
  return () => clearInterval(timer);
}
