import {
  type AccessObstacle,
  payAccessKinds,
  payAccessLifecycle,
  type PayAccessKind,
} from '@carrara/domain/compensation/access';
import { z } from 'zod';
import { defineEndpoints, listEndpoint } from '../core/endpoint.ts';
import { moveEndpoints } from '../core/moveEndpoints.ts';
import { date, id, instant, requiredLongText, status } from '../core/schema.ts';

const tags = ['PayAccess'];
const kinds = Object.keys(payAccessKinds) as [PayAccessKind, ...PayAccessKind[]];

const obstacles = [
  'ONE_ADMINISTRATOR',
  'NO_HOLDER',
  'ONE_HOLDER',
  'ONLY_HOLDER',
  'NOT_A_HOLDER',
] as const satisfies readonly AccessObstacle[];

const payAccess = z.object({
  id: id(),
  rowVersion: z.int(),
  /** The person who has the access. */
  person: z.string(),
  personId: id(),
  kind: z.enum(kinds),
  /** The selected employees, offices and titles as text; blank unless the access is for a selection. */
  selection: z.string(),
  reason: z.string(),
  endsOn: date().nullable(),
  status: status(),
  requestedBy: z.string(),
  /** Null for an access that the system itself gave. */
  requestedById: id().nullable(),
  createdDate: instant(),
  answeredBy: z.string().nullable(),
});
export type PayAccess = z.output<typeof payAccess>;

/** One access to pay data. */
const payRead = z.object({
  id: id(),
  createdDate: instant(),
  person: z.string(),
  /** The name of the API call. */
  operation: z.string(),
  /** A readable description of the call. */
  action: z.string(),
  isExport: z.boolean(),
  /** The names of the people whose pay was read; for more than 200, their number. */
  employees: z.string(),
  query: z.string(),
  address: z.string(),
});

/** Pay access and its log, for people with access to everyone's pay. */
const moves = moveEndpoints(payAccessLifecycle, { path: '/api/comp/pay-access', result: payAccess });
export const payAccessEndpoints = defineEndpoints({
  listPayAccess: listEndpoint({
    path: '/api/comp/pay-access',
    title: 'Pay access',
    permission: 'payAccess.view',
    row: payAccess,
    columns: [
      { field: 'person', kind: 'text', title: 'Who' },
      { field: 'kind', kind: 'text', title: 'Can see pay of' },
      { field: 'selection', kind: 'text', title: 'Selected', sortable: false },
      { field: 'status', kind: 'status', title: 'State' },
      { field: 'reason', kind: 'longText', title: 'Reason' },
      { field: 'endsOn', kind: 'date', title: 'Ends on' },
      { field: 'requestedBy', kind: 'text', title: 'Requested by' },
      { field: 'createdDate', kind: 'instant', title: 'Requested' },
      { field: 'answeredBy', kind: 'text', title: 'Answered by' },
    ],
    defaultSort: { field: 'createdDate', ascending: false },
    tags,
  }),
  requestPayAccess: {
    method: 'POST',
    path: '/api/comp/pay-access',
    summary: 'Request pay access for a person. Another person has to confirm it',
    permission: 'payAccess.edit',
    body: z.strictObject({
      personId: id(),
      kind: z.enum(kinds),
      employees: z.array(id()).max(500).default([]),
      offices: z.array(id()).max(500).default([]),
      titles: z.array(id()).max(500).default([]),
      reason: requiredLongText(),
      endsOn: date().nullish(),
    }),
    result: payAccess.extend({
      /** The number of people who can confirm it. */
      confirmers: z.int(),
    }),
    requiresStrength: true,
    failures: ['PAY_ACCESS_NOT_YOURS', 'SELECTION_EMPTY', 'ENDS_BEFORE_TODAY', 'NO_CONFIRMER', 'NOT_FOUND'],
    tags,
  },
  getPayAccessOptions: {
    method: 'GET',
    path: '/api/comp/pay-access/standing',
    summary: 'The pay access that you can request, or why you can’t',
    permission: 'payAccess.view',
    result: z.object({
      personId: id(),
      canViewAllPay: z.boolean(),
      isAdministrator: z.boolean(),
      /** The number of people in the firm with access to everyone's pay. */
      holders: z.int(),
      /** The kinds that you can request; empty if a request would be refused. */
      kinds: z.array(z.enum(kinds)),
      obstacle: z.enum(obstacles).nullable(),
    }),
    tags,
  },
  ...moves,
  confirmPayAccess: { ...moves.confirmPayAccess, requiresStrength: true },
  explainPayAccess: {
    method: 'GET',
    path: '/api/comp/pay-access/why',
    summary: 'Why a person has or doesn’t have access to an employee’s pay',
    permission: 'payAccess.view',
    query: z.strictObject({ personId: id(), employeeId: id() }),
    result: z.object({ canView: z.boolean(), reasons: z.array(z.string()) }),
    failures: ['PAY_ACCESS_NOT_YOURS'],
    tags,
  },
  listPayReads: listEndpoint({
    path: '/api/comp/pay-read',
    title: 'Pay reads',
    permission: 'payAccess.view',
    row: payRead,
    columns: [
      { field: 'createdDate', kind: 'instant', title: 'When' },
      { field: 'person', kind: 'text', title: 'Who' },
      { field: 'action', kind: 'text', title: 'What', sortable: false },
      { field: 'isExport', kind: 'boolean', title: 'As a file' },
      { field: 'employees', kind: 'text', title: 'Employees', sortable: false },
      { field: 'query', kind: 'text', title: 'Query', sortable: false, hidden: true },
      { field: 'address', kind: 'text', title: 'From', sortable: false },
      { field: 'operation', kind: 'text', title: 'Call', hidden: true },
    ],
    defaultSort: { field: 'createdDate', ascending: false },
    tags: ['PayRead'],
  }),
});
