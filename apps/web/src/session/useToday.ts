import { dayIn } from '@carrara/contract/today';
import { useSession } from './hooks.ts';

/** Today where the firm is, as dates travel: the day that the server goes by too, not that of this device. */
export function useToday(): string {
  return dayIn(useSession().settings?.timeZone, new Date());
}
