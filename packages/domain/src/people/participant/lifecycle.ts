import { defineLifecycle } from '../../kernel/index.ts';

/** An employee of the firm; a rehire clears the termination, so that vesting counts to today again. */
export const employeeLifecycle = defineLifecycle({
  states: { ACTIVE: 'Active', TERMINATED: 'Terminated' },
  initial: 'ACTIVE',
  events: {
    saveEmployee: { from: ['ACTIVE', 'TERMINATED'], permission: 'employee.edit' },
    terminateEmployee: { from: ['ACTIVE'], to: 'TERMINATED', permission: 'employee.edit' },
    rehireEmployee: { from: ['TERMINATED'], to: 'ACTIVE', permission: 'employee.edit' },
    deleteEmployee: { from: ['ACTIVE', 'TERMINATED'], permission: 'employee.delete', when: 'nothingRefersToIt' },
  },
});
