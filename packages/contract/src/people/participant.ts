import { employeeLifecycle } from '@carrara/domain/people/participant/lifecycle';
import { z } from 'zod';
import {
  defineEndpoints,
  deleteEndpoint,
  getEndpoint,
  listEndpoint,
  recordSchema,
  saveEndpoint,
  saveSchema,
} from '../core/endpoint.ts';
import { type Column, defineFields } from '../core/fields.ts';
import { moveEndpoints } from '../core/moveEndpoints.ts';
import { amounts, date, figureOrNull, id, reference, status } from '../core/schema.ts';

/** The fields that employees, trusts and entities share: taxes and escrow on their carry. */
const carryFields = {
  carryEligibleDate: { kind: 'date', title: 'Carry eligible from', group: 'Carry' },
  isCarryEligible: { kind: 'boolean', title: 'Carry eligible', readOnly: true, group: 'Carry' },
  isForeign: { kind: 'boolean', title: 'Foreign', group: 'Carry' },
  isEscrowExempt: { kind: 'boolean', title: 'Escrow exempt', group: 'Carry' },
  defaultEscrow: { kind: 'percent', title: 'Default escrow %', group: 'Carry' },
} as const;

export const employeeFields = defineFields({
  code: { kind: 'code', title: 'Code', group: 'Employee' },
  firstName: { kind: 'text', title: 'First name', required: true, group: 'Employee' },
  lastName: { kind: 'text', title: 'Last name', required: true, group: 'Employee' },
  formattedName: { kind: 'text', title: 'Name', readOnly: true, group: 'Employee' },
  alternateFormattedName: { kind: 'text', title: 'Name, last first', readOnly: true, group: 'Employee' },
  email: { kind: 'email', title: 'E-mail', group: 'Employee' },
  businessTitle: { kind: 'text', title: 'Business title', group: 'Employment' },
  title: { kind: 'reference', target: 'reference:title', title: 'Title', group: 'Employment' },
  jobLevel: {
    kind: 'count',
    title: 'Job level',
    group: 'Employment',
    help: 'Higher levels are listed first.',
  },
  office: { kind: 'reference', target: 'reference:office', title: 'Office', group: 'Employment' },
  department: { kind: 'text', title: 'Department', group: 'Employment' },
  hireDate: { kind: 'date', title: 'Hire date', group: 'Employment' },
  terminationDate: { kind: 'date', title: 'Termination date', readOnly: true, group: 'Employment' },
  rehireDate: { kind: 'date', title: 'Returns on', readOnly: true, group: 'Employment' },
  terminationReason: {
    kind: 'text',
    title: 'Termination reason',
    readOnly: true,
    group: 'Employment',
    permission: 'employee.viewPersonalData',
  },
  status: { kind: 'status', title: 'Status', readOnly: true, group: 'Employment' },
  yearsOfService: { kind: 'years', title: 'Years of service', readOnly: true, group: 'Employment' },
  participantClass: {
    kind: 'reference',
    target: 'reference:participant-class',
    title: 'Participant class',
    group: 'Carry',
  },
  ...carryFields,
  homeAddress: { kind: 'address', title: 'Home address', group: 'Address', permission: 'employee.viewAddress' },
  residenceCountry: {
    kind: 'reference',
    target: 'reference:country',
    title: 'Residence',
    group: 'Address',
    permission: 'employee.viewAddress',
  },
  citizenshipCountry: {
    kind: 'reference',
    target: 'reference:country',
    title: 'Citizenship',
    group: 'Address',
    permission: 'employee.viewPersonalData',
  },
  picture: { kind: 'picture', title: 'Picture', readOnly: true, group: 'Employee' },
});

export const trustFields = defineFields({
  code: { kind: 'code', title: 'Code', group: 'Trust' },
  legalName: { kind: 'text', title: 'Legal name', required: true, group: 'Trust' },
  name: { kind: 'text', title: 'Name', group: 'Trust', help: 'Short name. Defaults to the legal name.' },
  type: { kind: 'reference', target: 'reference:trust-type', title: 'Type', group: 'Trust' },
  employee: {
    kind: 'reference',
    target: 'employee',
    title: 'Employee',
    group: 'Trust',
    help: 'The employee whose trust this is.',
  },
  formationDate: { kind: 'date', title: 'Formation date', group: 'Trust' },
  status: { kind: 'status', title: 'Status', readOnly: true, group: 'Trust' },
  terminationDate: { kind: 'date', title: 'Termination date', readOnly: true, group: 'Trust' },
  participantClass: {
    kind: 'reference',
    target: 'reference:participant-class',
    title: 'Participant class',
    group: 'Carry',
  },
  ...carryFields,
  address: { kind: 'address', title: 'Address', group: 'Address', permission: 'employee.viewAddress' },
});

export const entityFields = defineFields({
  code: { kind: 'code', title: 'Code', group: 'Entity' },
  name: { kind: 'text', title: 'Name', required: true, group: 'Entity' },
  type: { kind: 'reference', target: 'reference:entity-type', title: 'Type', group: 'Entity' },
  formationDate: { kind: 'date', title: 'Formation date', group: 'Entity' },
  ...carryFields,
  address: { kind: 'address', title: 'Address', group: 'Address' },
});

const participantKinds = ['Employee', 'Trust', 'Entity'] as const;
export const participantKind = z.enum(participantKinds);

const shared = { participantId: id(), canDelete: z.boolean() };

/** A step of an employment: the event, its date and reason, and who recorded it when. */
export const employmentStep = z.object({
  kind: z.enum(['HIRED', 'TERMINATED', 'REHIRED']),
  eventDate: date(),
  reason: z.string().nullable(),
  /** True for the earlier version of a leaving that was corrected. */
  isCorrected: z.boolean(),
  /** Null if the history wasn't recorded, as for imported people. */
  recordedBy: z.string().nullable(),
  recordedDate: z.iso.datetime().nullable(),
});
const employee = recordSchema(employeeFields, {
  ...shared,
  numberOfTrusts: z.int(),
  employment: z.array(employmentStep),
});
export type EmploymentStep = z.output<typeof employmentStep>;
const trust = recordSchema(trustFields, shared);

/** A member of an entity: exactly one of employee, trust and memberEntity. */
const member = z.object({
  id: id(),
  participantId: id(),
  type: participantKind,
  name: z.string(),
  status: status().nullable(),
  employee: reference().nullable(),
  trust: reference().nullable(),
  memberEntity: reference().nullable(),
  /** From the entity's current allocation profile; null if it has none. */
  effective: figureOrNull('percent'),
});
const entity = recordSchema(entityFields, { ...shared, members: z.array(member), memberMismatch: z.boolean() });
/** A member in a save, by any of its ids: as a participant, or as the employee, trust or entity. */
const memberLink = z
  .strictObject({
    id: id().nullish(),
    participantId: id().nullish(),
    employee: reference().nullish(),
    trust: reference().nullish(),
    memberEntity: reference().nullish(),
  })
  .refine((link) => new Set(namesOfMember(link)).size === 1, 'must name exactly one employee, trust or entity');
type MemberLink = Readonly<
  Record<'employee' | 'trust' | 'memberEntity', { readonly id: string } | null | undefined>
> & {
  readonly participantId?: string | null | undefined;
};
const namesOfMember = ({ participantId, employee, trust, memberEntity }: Partial<MemberLink>): string[] =>
  [participantId, employee?.id, trust?.id, memberEntity?.id].flatMap((name) => (name ? [name.toLowerCase()] : []));
/** Returns the participant of a saved member. Employees, trusts and entities have the same id as their participant. */
export const memberId = (link: Partial<MemberLink>): string => namesOfMember(link)[0] ?? '';

export const participantRow = z.object({
  id: id(),
  participantId: id(),
  rowVersion: z.int(),
  type: participantKind,
  code: z.string().nullable(),
  name: z.string(),
  businessTitle: z.string().nullable(),
  participantClass: reference().nullable(),
  status: status(),
  isForeign: z.boolean(),
  isCarryEligible: z.boolean(),
  hireDate: date().nullable(),
  terminationDate: date().nullable(),
  office: reference().nullable(),
  /** Null if it came in several currencies, which are never added up. */
  totalCarryDistributed: figureOrNull('money'),
  /** The amount in each currency as text for API clients, 'EUR 1,200.00, USD 300.00', and as amounts. */
  carryByCurrency: z.string(),
  carryAmounts: amounts(),
});
/** The additional fields of each kind of participant. */
const employeeRow = participantRow.extend({
  firstName: z.string().nullable(),
  lastName: z.string(),
  formattedName: z.string().nullable(),
  alternateFormattedName: z.string().nullable(),
  email: z.string().nullable(),
  title: reference().nullable(),
  jobLevel: z.int().nullable(),
  department: z.string().nullable(),
  terminationReason: z.string().nullable(),
  carryEligibleDate: date().nullable(),
  residenceCountry: reference().nullable(),
  citizenshipCountry: reference().nullable(),
});
const trustRow = participantRow.extend({
  legalName: z.string().nullable(),
  trustType: reference().nullable(),
  employee: reference().nullable(),
  formationDate: date().nullable(),
  carryEligibleDate: date().nullable(),
});
const entityRow = participantRow.extend({
  entityType: reference().nullable(),
  formationDate: date().nullable(),
  carryEligibleDate: date().nullable(),
  numberOfMembers: z.int(),
});

const nameColumns = [
  { field: 'name', kind: 'text', title: 'Name' },
  { field: 'code', kind: 'code', title: 'Code', hidden: true },
] as const;
const classColumn = { field: 'participantClass', kind: 'reference', title: 'Class' } as const;
const officeColumn = { field: 'office', kind: 'reference', title: 'Office' } as const;
const terminationColumn = { field: 'terminationDate', kind: 'date', title: 'Terminated', hidden: true } as const;
const formationColumn = { field: 'formationDate', kind: 'date', title: 'Formed' } as const;
const eligibleColumn = {
  field: 'carryEligibleDate',
  kind: 'date',
  title: 'Carry eligible from',
  hidden: true,
} as const;
const carryColumns = [
  { field: 'status', kind: 'status', title: 'Status' },
  // No total, because an entity's carry repeats its members' carry.
  { field: 'totalCarryDistributed', kind: 'money', title: 'Carry distributed', amountsIn: 'carryAmounts' },
] as const;
const participantColumns = [
  ...nameColumns,
  { field: 'type', kind: 'text', title: 'Type' },
  classColumn,
  { field: 'businessTitle', kind: 'text', title: 'Title' },
  officeColumn,
  { field: 'hireDate', kind: 'date', title: 'Hired or formed' },
  terminationColumn,
  ...carryColumns,
] as const;
const employeeColumns = [
  ...nameColumns,
  { field: 'firstName', kind: 'text', title: 'First name', hidden: true },
  { field: 'lastName', kind: 'text', title: 'Last name', hidden: true },
  { field: 'email', kind: 'email', title: 'E-mail', hidden: true },
  classColumn,
  { field: 'businessTitle', kind: 'text', title: 'Business title' },
  { field: 'title', kind: 'reference', title: 'Title', hidden: true },
  { field: 'jobLevel', kind: 'count', title: 'Job level', hidden: true },
  officeColumn,
  { field: 'department', kind: 'text', title: 'Department', hidden: true },
  { field: 'hireDate', kind: 'date', title: 'Hired' },
  terminationColumn,
  {
    field: 'terminationReason',
    kind: 'text',
    title: 'Termination reason',
    hidden: true,
    permission: 'employee.viewPersonalData',
  },
  eligibleColumn,
  {
    field: 'residenceCountry',
    kind: 'reference',
    title: 'Residence',
    hidden: true,
    permission: 'employee.viewAddress',
  },
  {
    field: 'citizenshipCountry',
    kind: 'reference',
    title: 'Citizenship',
    hidden: true,
    permission: 'employee.viewPersonalData',
  },
  ...carryColumns,
] as const;
const trustColumns = [
  ...nameColumns,
  { field: 'legalName', kind: 'text', title: 'Legal name', hidden: true },
  { field: 'trustType', kind: 'reference', title: 'Type' },
  { field: 'employee', kind: 'reference', title: 'Employee' },
  classColumn,
  formationColumn,
  terminationColumn,
  eligibleColumn,
  ...carryColumns,
] as const;
const entityColumns = [
  ...nameColumns,
  { field: 'entityType', kind: 'reference', title: 'Type' },
  { field: 'numberOfMembers', kind: 'count', title: 'Members' },
  formationColumn,
  eligibleColumn,
  ...carryColumns,
] as const;
const entryFilter = z.string().max(50).optional();
/** Filters by reference data accept an id or a code. */
export const participantFilters = {
  isCarryEligible: z
    .stringbool()
    .default(true)
    .describe('By default, the list has carry-eligible participants only. With false, it has all.'),
  status: z.enum(['ACTIVE', 'TERMINATED']).optional(),
  participantClass: entryFilter,
  office: entryFilter,
  /** For the list of everyone: Employee, Trust or Entity. For trusts and entities, their own types. */
  type: entryFilter,
};
const list = <R extends typeof participantRow>(
  path: string,
  title: string,
  permission: 'participant.view' | 'employee.view' | 'trust.view' | 'entity.view',
  row: R,
  columns: readonly Column[],
) =>
  listEndpoint({
    path,
    title,
    permission,
    row,
    columns,
    defaultSort: { field: 'name', ascending: true },
    filters: participantFilters,
    tags: ['Participant'],
  });

const employeeMoves = moveEndpoints(employeeLifecycle, {
  path: '/api/carry/employee',
  result: employee,
  head: { id: id().nullish(), rowVersion: z.int().nullish() },
});
/** True to record a leaving before pay records that exist already. */
export const leavingConfirmation = { warningsConfirmed: z.boolean().default(false) };

export const participantEndpoints = defineEndpoints({
  listParticipants: list(
    '/api/carry/participant/participants',
    'Participants',
    'participant.view',
    participantRow,
    participantColumns,
  ),
  listEmployees: list('/api/carry/employee', 'Employees', 'employee.view', employeeRow, employeeColumns),
  getEmployee: getEndpoint('/api/carry/employee/:id', 'An employee', 'employee.view', employee),
  saveEmployee: saveEndpoint(
    '/api/carry/employee',
    'Create or change an employee',
    'employee.edit',
    saveSchema(employeeFields),
    employee,
    ['ELIGIBLE_BEFORE_HIRE', 'PAY_ACCESS_NOT_YOURS'],
  ),
  deleteEmployee: deleteEndpoint('/api/carry/employee/:id', 'Delete an employee', 'employee.delete'),
  ...employeeMoves,
  terminateEmployee: {
    ...employeeMoves.terminateEmployee,
    body: employeeMoves.terminateEmployee.body.extend(leavingConfirmation),
  },
  correctEmployeeLeaving: {
    ...employeeMoves.correctEmployeeLeaving,
    body: employeeMoves.correctEmployeeLeaving.body.extend(leavingConfirmation),
  },
  listTrusts: list('/api/carry/trust', 'Trusts', 'trust.view', trustRow, trustColumns),
  getTrust: getEndpoint('/api/carry/trust/:id', 'A trust', 'trust.view', trust),
  saveTrust: saveEndpoint('/api/carry/trust', 'Create or change a trust', 'trust.edit', saveSchema(trustFields), trust),
  deleteTrust: deleteEndpoint('/api/carry/trust/:id', 'Delete a trust', 'trust.delete'),
  listEntities: list('/api/carry/participantEntity', 'Entities', 'entity.view', entityRow, entityColumns),
  getEntity: getEndpoint('/api/carry/participantEntity/:id', 'An entity', 'entity.view', entity),
  saveEntity: saveEndpoint(
    '/api/carry/participantEntity',
    'Create or change an entity',
    'entity.edit',
    saveSchema(entityFields, { members: z.array(memberLink).max(1000).optional() }),
    entity,
    ['MEMBER_UNKNOWN', 'MEMBER_TWICE', 'MEMBER_NOT_ELIGIBLE', 'MEMBER_CYCLE'],
  ),
  deleteEntity: deleteEndpoint('/api/carry/participantEntity/:id', 'Delete an entity', 'entity.delete'),
});
export type Employee = z.output<typeof employee>;
export type Trust = z.output<typeof trust>;
export type Entity = z.output<typeof entity>;
export type ParticipantRow = z.output<typeof participantRow>;
export type EmployeeRow = z.output<typeof employeeRow>;
export type TrustRow = z.output<typeof trustRow>;
export type EntityRow = z.output<typeof entityRow>;
