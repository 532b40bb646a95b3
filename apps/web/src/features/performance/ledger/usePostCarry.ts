import { toastInfo } from '@carrara/ui/feedback/toasts.ts';
import { useWrite } from '../../../api/calls.ts';
import { runWithToast } from '../../../api/runWithToast.ts';

/** Returns a function that posts the carry payments that the ledger of a vehicle lacks. */
export function usePostCarry(vehicleId: string) {
  const [write] = useWrite('postCarryPaid');
  return () =>
    runWithToast(async () => {
      const posted = await write({ body: { vehicleId } });
      if (posted.length === 0) return toastInfo('There are no carry payments to post.');
      return posted.length === 1 ? '1 payment was posted.' : `${String(posted.length)} payments were posted.`;
    });
}
