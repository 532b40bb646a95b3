import { useRead } from '../../../api/calls.ts';
import type { FirstStep } from '../../../record/list/firstSteps.ts';

/** True if there is somebody whose pay the person can see and enter; undefined while loading. */
export function useHasPayable(): boolean | undefined {
  const { data } = useRead('listCompEmployees', { query: { payable: 'true', pageSize: 1 } });
  return data && data.totalItemCount > 0;
}

const addEmployee = { title: 'Add employee', path: '/comp/employee/add', permission: 'compEmployee.edit' } as const;

/** Returns the text and the action of an empty list of pay; undefined while loading. The list is also empty for people without pay access. */
export function useEmptyPay(noun: string): FirstStep | undefined {
  const hasPayable = useHasPayable();
  const { data: accessOptions } = useRead('getPayAccessOptions', undefined);
  if (hasPayable === true) return undefined;
  if (hasPayable === undefined || !accessOptions) return { text: '', steps: [] };
  const steps = [{ title: 'Pay access', path: '/comp/settings/payAccess', permission: 'payAccess.view' }] as const;
  if (accessOptions.holders === 0)
    return {
      text: `Nobody has access to pay yet, so nobody can add the first ${noun}. Pay access shows the next step.`,
      steps,
    };
  if (accessOptions.canViewAllPay)
    return { text: `Add an employee first, then the first ${noun}.`, steps: [addEmployee] };
  return {
    text: 'You don’t have access to anyone’s pay. People with access to everyone’s pay can request it for you under Pay access.',
    steps,
  };
}
