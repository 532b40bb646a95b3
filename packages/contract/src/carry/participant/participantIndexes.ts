import { z } from 'zod';
import { listEndpoint } from '../../core/endpoint.ts';
import type { Permission } from '../../core/permissions.ts';
import { date, reference } from '../../core/schema.ts';
import { participantFilters, participantRow } from '../../people/participant.ts';

const indexRow = participantRow.extend({
  jobLevel: z.int().nullable(),
  trustName: z.string().optional(),
  trustType: reference().nullable().optional(),
  /** The trust's employee. */
  employee: reference().nullable().optional(),
  entityName: z.string().optional(),
  entityType: reference().nullable().optional(),
  numberOfMembers: z.int().optional(),
});
/** A trust as displayed on its employee's page. */
export const employeeTrust = participantRow
  .pick({
    id: true,
    name: true,
    code: true,
    status: true,
    isCarryEligible: true,
    totalCarryDistributed: true,
    carryByCurrency: true,
    carryAmounts: true,
  })
  .extend({ type: reference().nullable(), formationDate: date().nullable() });

const code = { field: 'code', kind: 'code', title: 'Code', hidden: true } as const;
const participantClass = { field: 'participantClass', kind: 'reference', title: 'Class' } as const;
const formed = { field: 'hireDate', kind: 'date', title: 'Formed' } as const;
const terminated = { field: 'terminationDate', kind: 'date', title: 'Terminated', hidden: true } as const;
const statusAndCarry = [
  { field: 'status', kind: 'status', title: 'Status' },
  { field: 'totalCarryDistributed', kind: 'money', title: 'Carry distributed', amountsIn: 'carryAmounts' },
] as const;
const indexColumns = {
  jobLevel: [
    { field: 'name', kind: 'text', title: 'Name' },
    code,
    participantClass,
    { field: 'businessTitle', kind: 'text', title: 'Title' },
    { field: 'jobLevel', kind: 'count', title: 'Level' },
    { field: 'office', kind: 'reference', title: 'Office' },
    { field: 'hireDate', kind: 'date', title: 'Hired' },
    terminated,
    ...statusAndCarry,
  ],
  trustName: [
    { field: 'trustName', kind: 'text', title: 'Trust' },
    code,
    { field: 'employee', kind: 'reference', title: 'Employee' },
    { field: 'trustType', kind: 'reference', title: 'Type' },
    participantClass,
    formed,
    terminated,
    ...statusAndCarry,
  ],
  entityName: [
    { field: 'entityName', kind: 'text', title: 'Entity' },
    code,
    { field: 'entityType', kind: 'reference', title: 'Type' },
    { field: 'numberOfMembers', kind: 'count', title: 'Members' },
    formed,
    ...statusAndCarry,
  ],
} as const;
/** Creates the list of a participant page. Shows eligible participants by default, sorted by last name. */
export const index = <const P extends Permission>(
  path: string,
  title: string,
  permission: P,
  sort: 'jobLevel' | 'trustName' | 'entityName',
) => ({
  ...listEndpoint({
    path,
    title,
    permission,
    row: indexRow,
    columns: indexColumns[sort],
    defaultSort: { field: sort, ascending: false },
    filters: participantFilters,
    tags: ['Participant'],
  }),
  permission,
});
