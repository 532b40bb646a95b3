import { useRead } from '../../../api/calls.ts';
import { useAllowed } from '../../../session/hooks.ts';

/** Whether the pay of somebody is in sight; undefined until that is known. */
export function useSeesPay(id: string): boolean | undefined {
  const mayView = useAllowed('pay.view');
  const { data } = useRead('getPaySight', { params: { id } });
  return mayView ? data?.sees : false;
}
