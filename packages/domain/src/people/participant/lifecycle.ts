import { defineLifecycle } from '../../kernel/lifecycle/index.ts';

/** The steps of an employment, as its history names them. */
export const employmentSteps = { HIRED: 'Hired', TERMINATED: 'Terminated', REHIRED: 'Rehired' } as const;

/** An employee of the firm. From the rehire day on, vesting counts to the present again, and the time away counts too. */
export const employeeLifecycle = defineLifecycle({
  states: { ACTIVE: 'Active', TERMINATED: 'Terminated' },
  initial: 'ACTIVE',
  events: {
    terminateEmployee: {
      from: ['ACTIVE'],
      to: 'TERMINATED',
      permission: 'employee.edit',
      action: 'terminated',
      call: {
        path: 'terminate',
        summary: 'Terminate an employee',
        failures: ['TERMINATED_BEFORE_HIRE', 'DATE_TOO_LATE', 'WARNINGS_NOT_CONFIRMED'],
      },
      button: {
        label: 'Terminate',
        fields: {
          terminationReason: { kind: 'longText', title: 'Reason', required: true },
          terminationDate: { kind: 'date', title: 'Termination date', required: true },
        },
      },
    },
    correctEmployeeLeaving: {
      from: ['TERMINATED'],
      permission: 'employee.edit',
      action: ['Leaving of', 'corrected'],
      call: {
        path: 'correct-leaving',
        summary: 'Correct the last day and the reason of a leaving',
        failures: ['TERMINATED_BEFORE_HIRE', 'DATE_TOO_LATE', 'BUILT_UPON', 'WARNINGS_NOT_CONFIRMED'],
      },
      button: {
        label: 'Correct leaving',
        fields: {
          terminationReason: { kind: 'longText', title: 'Reason', required: true },
          terminationDate: { kind: 'date', title: 'Termination date', required: true },
        },
      },
    },
    rehireEmployee: {
      from: ['TERMINATED'],
      to: 'ACTIVE',
      permission: 'employee.edit',
      action: 'rehired',
      call: {
        path: 'rehire',
        summary: 'Rehire an employee',
        failures: ['REHIRED_BEFORE_TERMINATION', 'DATE_TOO_LATE', 'BUILT_UPON'],
      },
      button: {
        label: 'Rehire',
        fields: {
          rehireReason: { kind: 'longText', title: 'Reason', required: true },
          rehireDate: { kind: 'date', title: 'Rehire date', required: true },
        },
      },
    },
  },
});
