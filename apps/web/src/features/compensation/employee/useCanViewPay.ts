import { useRead } from '../../../api/calls.ts';
import { useAllowed } from '../../../session/hooks.ts';

/** True if the person can see the employee's pay; undefined while loading. */
export function useCanViewPay(id: string): boolean | undefined {
  const mayView = useAllowed('pay.view');
  const { data } = useRead('getPayVisibility', { params: { id } });
  return mayView ? data?.canView : false;
}
