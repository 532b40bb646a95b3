import {
  leaverKinds,
  type LeaverKind,
  leaverTreatments,
  type LeaverTreatment,
} from '@carrara/domain/compensation/deferred';
import { z } from 'zod';
import { defineEndpoints, idParams, recordSchema, saveSchema } from '../core/endpoint.ts';
import { defineFields } from '../core/fields.ts';
import { recordEndpoints } from '../core/recordEndpoints.ts';
import { date, id, requiredLongText } from '../core/schema.ts';
import { employeeFields, employmentStep, leavingConfirmation } from '../people/participant.ts';

const { code, firstName, lastName, email, businessTitle, title, jobLevel, office, department, hireDate, ...rest } =
  employeeFields;
const { terminationDate, rehireDate, status, yearsOfService, homeAddress, residenceCountry, citizenshipCountry } = rest;
const { carryEligibleDate, picture } = rest;

/** An employee in compensation: employment and reporting line. Carry keeps its own data, and pay has its own records. */
export const compEmployeeFields = defineFields({
  name: { kind: 'text', title: 'Name', readOnly: true, group: 'Employee' },
  code,
  firstName,
  lastName,
  email,
  businessTitle,
  title,
  jobLevel: { ...jobLevel, help: 'Higher levels are listed first.' },
  office,
  department,
  hireDate,
  terminationDate,
  rehireDate,
  leaverKind: {
    kind: 'text',
    title: 'Left as',
    readOnly: true,
    group: 'Employment',
    permission: 'compEmployee.viewPersonalData',
  },
  status,
  yearsOfService,
  carryEligibleDate: { ...carryEligibleDate, readOnly: true, group: 'Employment' },
  picture,
  manager: {
    kind: 'reference',
    target: 'compEmployee',
    title: 'Manager',
    group: 'Reporting line',
    help: 'Determines which pay a manager sees, so only people with access to everyone’s pay can change it.',
  },
  isPayRestricted: {
    kind: 'boolean',
    title: 'Pay restricted',
    group: 'Reporting line',
    permission: 'compEmployee.viewPersonalData',
  },
  user: {
    kind: 'reference',
    target: 'user',
    title: 'User',
    group: 'Reporting line',
    help: 'The user account of this employee.',
  },
  homeAddress,
  residenceCountry,
  citizenshipCountry,
});

/** `canDelete` is based on what the user can see. Pay records that are hidden from the user still prevent the deletion. */
const compEmployee = recordSchema(compEmployeeFields, {
  canDelete: z.boolean(),
  employment: z.array(employmentStep),
});
export type CompEmployee = z.output<typeof compEmployee>;

const codesOf = <K extends string>(table: Readonly<Record<K, string>>) => Object.keys(table) as [K, ...K[]];
const leaverKind = z.enum(codesOf<LeaverKind>(leaverKinds));
const move = {
  method: 'POST',
  permission: 'compEmployee.edit',
  params: idParams,
  result: compEmployee,
  idempotent: true,
  tags: ['CompEmployee'],
} as const;
const moves = defineEndpoints({
  terminateCompEmployee: {
    ...move,
    path: '/api/comp/employee/:id/terminate',
    summary: 'End employment and decide what happens to unvested deferred awards',
    body: z.strictObject({
      rowVersion: z.int(),
      terminationReason: requiredLongText(),
      terminationDate: date(),
      /** Omit it to reverse a planned rehire: the leaving stays as it was. */
      leaverKind: leaverKind.nullish(),
      /** If omitted, deferred awards stay unchanged. Users without access to the pay omit it. */
      deferredTreatment: z.enum(codesOf<LeaverTreatment>(leaverTreatments)).nullish(),
      ...leavingConfirmation,
    }),
    requiresStrength: true,
    failures: [
      'WRONG_STATE',
      'STALE_VERSION',
      'NOT_FOUND',
      'TERMINATED_BEFORE_HIRE',
      'DATE_TOO_LATE',
      'WARNINGS_NOT_CONFIRMED',
      'BUILT_UPON',
      'OWN_PAY',
      'FORBIDDEN',
    ],
  },
  correctCompLeaving: {
    ...move,
    path: '/api/comp/employee/:id/correct-leaving',
    summary: 'Correct the last day, the reason and the leaver type of a leaving',
    body: z.strictObject({
      rowVersion: z.int(),
      terminationReason: requiredLongText(),
      terminationDate: date(),
      leaverKind,
      ...leavingConfirmation,
    }),
    failures: [
      'WRONG_STATE',
      'STALE_VERSION',
      'NOT_FOUND',
      'TERMINATED_BEFORE_HIRE',
      'DATE_TOO_LATE',
      'WARNINGS_NOT_CONFIRMED',
      'BUILT_UPON',
    ],
  },
  rehireCompEmployee: {
    ...move,
    path: '/api/comp/employee/:id/rehire',
    summary: 'Rehire an employee',
    body: z.strictObject({ rowVersion: z.int(), rehireReason: requiredLongText(), rehireDate: date() }),
    failures: [
      'WRONG_STATE',
      'STALE_VERSION',
      'NOT_FOUND',
      'REHIRED_BEFORE_TERMINATION',
      'DATE_TOO_LATE',
      'BUILT_UPON',
    ],
  },
});
const navigation = defineEndpoints({
  getPayVisibility: {
    method: 'GET',
    path: '/api/comp/employee/:id/pay-visibility',
    summary: 'Whether you have access to an employee’s pay',
    permission: 'compEmployee.view',
    params: idParams,
    result: z.object({ id: id(), canView: z.boolean() }),
    tags: ['CompEmployee', 'PayAccess'],
  },
  listCompEmployeeNavigation: {
    method: 'GET',
    path: '/api/comp/employee/navigation-list',
    summary: 'Short list of all employees, for navigation',
    permission: 'compEmployee.view',
    result: z.array(z.object({ id: id(), name: z.string(), code: z.string().nullable() })),
    tags: ['CompEmployee'],
  },
});

/** The directory, which contains no pay. */
const records = recordEndpoints('compEmployee', {
  path: '/api/comp/employee',
  listPath: '/api/comp/employee/directory',
  fields: compEmployeeFields,
  record: compEmployee,
  body: saveSchema(compEmployeeFields),
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
  filters: {
    status: z.enum(['ACTIVE', 'TERMINATED']).optional(),
    managerId: id().optional(),
    /** True for employees whose pay the user can enter: it is visible and not their own. */
    payable: z.stringbool().optional(),
  },
  refusals: ['ELIGIBLE_BEFORE_HIRE', 'PAY_ACCESS_NOT_YOURS', 'LINK_TO_ONESELF', 'MANAGER_CYCLE', 'NOT_FOUND'],
});

export const compEmployeeEndpoints = {
  ...records,
  listCompEmployees: { ...records.listCompEmployees, otherPath: '/api/comp/employee/employeeIndex' },
  ...moves,
  ...navigation,
} as const;
