import {
  type Employee,
  type Entity,
  employeeFields,
  entityFields,
  type Trust,
  trustFields,
} from '@carrara/contract/people/participant';
import { type EmploymentEvent, employeeLifecycle } from '@carrara/domain/people/participant';
import { defineRecord } from '../../engine/records/recordStore.ts';

/** Fields that employees, trusts and entities share. They are in the parent table, where distributions read them. */
const shared = [
  'code',
  'name',
  'legalName',
  'status',
  'terminationDate',
  'terminationReason',
  'carryEligibleDate',
  'participantClass',
  'isForeign',
  'isEscrowExempt',
  'defaultEscrow',
];
const participant = (kind: string) => ({ table: 'participant' as const, kind, fields: shared });
const statusTexts = employeeLifecycle.states;
const status = {
  status: { kind: 'status' },
  terminationDate: { kind: 'date' },
  terminationReason: { kind: 'text' },
} as const;

/** Fields that are computed for every participant and not stored. */
type Figures = 'participantId' | 'canDelete' | 'isCarryEligible';
export type StoredEmployee = Omit<
  Employee,
  Figures | 'numberOfTrusts' | 'employment' | 'rehireDate' | 'yearsOfService'
> & {
  readonly employmentEvents: readonly EmploymentEvent[];
};
export type StoredEntity = Omit<Entity, Figures | 'members' | 'memberMismatch'> & {
  readonly members: readonly { readonly participantId: string }[];
};

/**
 * Stores of all participants. An employee's `name` is the formatted name, in the same column as the other participants'
 * names.
 */
export const employeeStore = defineRecord<StoredEmployee>({
  objectType: 'employee',
  table: 'employee',
  parents: [participant('employee')],
  fields: employeeFields,
  stored: ['formattedName', 'alternateFormattedName', 'status', 'terminationDate', 'terminationReason', 'picture'],
  links: { name: { kind: 'text' } },
  children: {
    employmentEvents: {
      table: 'employment_event',
      owner: 'employee_id',
      ordered: false,
      fields: { kind: { kind: 'text' }, eventDate: { kind: 'date' }, reason: { kind: 'longText' } },
    },
  },
  statusTexts,
});

export const trustStore = defineRecord<Omit<Trust, Figures>>({
  objectType: 'trust',
  table: 'trust',
  parents: [participant('trust')],
  fields: trustFields,
  stored: ['status', 'terminationDate'],
  links: { terminationReason: status.terminationReason },
  statusTexts,
});

/**
 * An entity is a participant and also has an allocation profile, so it has a row in both parent tables, each with its
 * name.
 */
export const entityStore = defineRecord<StoredEntity>({
  objectType: 'entity',
  table: 'entity',
  parents: [participant('entity'), { table: 'container', kind: 'entity', fields: ['code', 'name'] }],
  fields: entityFields,
  links: status,
  children: {
    members: { table: 'entity_member', owner: 'entity_id', ordered: true, fields: { participantId: { kind: 'id' } } },
  },
  statusTexts,
});
