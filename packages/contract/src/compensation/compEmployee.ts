import { z } from 'zod';
import { recordOf, saveOf } from '../core/endpoint.ts';
import { defineFields } from '../core/fields.ts';
import { recordEndpoints } from '../core/recordEndpoints.ts';
import { employeeFields } from '../people/participant.ts';

const { code, firstName, lastName, email, businessTitle, title, jobLevel, office, department, hireDate, ...rest } =
  employeeFields;
const { terminationDate, status, yearsOfService, homeAddress, residenceCountry, citizenshipCountry } = rest;

/** An employee as compensation keeps one: the employment and who reports to whom. What is carry's is carry's, and pay is of its own records. */
export const compEmployeeFields = defineFields({
  name: { kind: 'text', title: 'Name', readOnly: true, group: 'Employee' },
  code,
  firstName,
  lastName,
  email,
  businessTitle,
  title,
  jobLevel: { ...jobLevel, help: 'The higher, the further up.' },
  office,
  department,
  hireDate,
  terminationDate,
  status,
  yearsOfService,
  manager: {
    kind: 'reference',
    of: 'compEmployee',
    title: 'Manager',
    group: 'Reporting line',
    help: 'Changed by those who see the pay of everybody.',
  },
  isPayRestricted: { kind: 'boolean', title: 'Pay restricted', group: 'Reporting line' },
  user: {
    kind: 'reference',
    of: 'user',
    title: 'User',
    group: 'Reporting line',
    help: 'The user that this employee is.',
  },
  homeAddress,
  residenceCountry,
  citizenshipCountry,
});

export const compEmployee = recordOf(compEmployeeFields);
export type CompEmployee = z.output<typeof compEmployee>;

/** The directory: no pay is in it. */
export const compEmployeeEndpoints = recordEndpoints('compEmployee', {
  path: '/api/comp/employee',
  listPath: '/api/comp/employee/directory',
  fields: compEmployeeFields,
  record: compEmployee,
  body: saveOf(compEmployeeFields),
  columns: [
    'name',
    'code',
    'businessTitle',
    'title',
    'office',
    'department',
    'manager',
    'hireDate',
    'terminationDate',
    'status',
  ],
  filters: { status: z.enum(['ACTIVE', 'TERMINATED']).optional() },
  refusals: ['ELIGIBLE_BEFORE_HIRE', 'PAY_ACCESS_NOT_YOURS', 'MANAGER_CYCLE', 'NOT_FOUND'],
});
