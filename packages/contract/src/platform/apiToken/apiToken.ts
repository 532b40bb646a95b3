import { z } from 'zod';
import { defineEndpoints, idParams, listEndpoint } from '../../core/endpoint.ts';
import { applications } from '../../core/permissions.ts';
import { date, id, instant, longText, requiredText, status } from '../../core/schema.ts';
import { requestBounds } from './tokenBounds.ts';
import { moduleRole } from '../user/user.ts';

const tags = ['ApiToken'];
const path = '/api/apitoken';

/** The displayed data of a token. The token itself is returned only once, when it is created. */
const apiToken = z.object({
  id: id(),
  name: z.string(),
  /** The person or program whose rights it has. */
  owner: z.string(),
  isOwn: z.boolean(),
  access: status(),
  withPay: z.boolean(),
  /** The allowed addresses, separated by commas. Blank allows all. */
  addresses: z.string(),
  requestsPerMinute: z.int(),
  status: status(),
  createdDate: instant(),
  /** The last valid day, by the firm's local date. */
  endsOn: date(),
  lastUsedDate: instant().nullable(),
  lastAddress: z.string().nullable(),
});
export type ApiToken = z.output<typeof apiToken>;

/** Tokens with which programs act for a user: a user's own and, for administrators, those of the whole firm and its programs. */
export const apiTokenEndpoints = defineEndpoints({
  listApiTokens: listEndpoint({
    path,
    title: 'API tokens',
    permission: 'apiToken.view',
    row: apiToken,
    columns: [
      { field: 'name', kind: 'text', title: 'Name' },
      { field: 'owner', kind: 'text', title: 'In the name of' },
      { field: 'status', kind: 'status', title: 'State' },
      { field: 'access', kind: 'status', title: 'Access' },
      { field: 'withPay', kind: 'boolean', title: 'Pay' },
      { field: 'addresses', kind: 'text', title: 'From', sortable: false },
      { field: 'requestsPerMinute', kind: 'count', title: 'Requests a minute' },
      { field: 'endsOn', kind: 'date', title: 'Last day' },
      { field: 'lastUsedDate', kind: 'instant', title: 'Last used' },
      { field: 'lastAddress', kind: 'text', title: 'Last used from', sortable: false },
      { field: 'createdDate', kind: 'instant', title: 'Made', hidden: true },
    ],
    defaultSort: { field: 'createdDate', ascending: false },
    filters: { own: z.stringbool().default(false) },
    tags,
  }),
  createApiToken: {
    method: 'POST',
    path,
    summary:
      'Create a token for yourself or, as an administrator, for one of the firm’s programs. It is displayed only once',
    permission: 'apiToken.edit',
    requiresStrength: true,
    body: z.strictObject({
      name: requiredText(100),
      /** The program. If omitted, the token belongs to the user. */
      programId: id().nullish(),
      access: z.enum(['READ', 'WRITE']),
      withPay: z.boolean().default(false),
      /** Addresses and ranges, such as 203.0.113.7 or 203.0.113.0/24, separated by commas. */
      addresses: longText(1000).default(''),
      requestsPerMinute: z.int().min(requestBounds.least).max(requestBounds.most).default(600),
      /** The last valid day, at most a year from today. */
      endsOn: date(),
    }),
    result: z.object({ token: z.string(), apiToken }),
    failures: ['TOKEN_PERIOD', 'ADDRESS_UNCLEAR', 'TOO_MANY_TOKENS', 'PERSON_NOT_YOURS', 'TOKEN_WITHOUT_PAY'],
    tags,
  },
  endApiToken: {
    method: 'POST',
    path: `${path}/:id/end`,
    summary: 'End one of your tokens or, as an administrator, any of the firm’s. Further requests with it are refused',
    permission: 'apiToken.edit',
    params: idParams,
    result: apiToken,
    failures: ['WRONG_STATE'],
    tags,
  },
  listPrograms: {
    method: 'GET',
    path: `${path}/program`,
    summary: 'The firm’s programs: users that can’t sign in. Their roles are edited like those of other users',
    permission: 'apiToken.manage',
    result: z.array(z.object({ id: id(), name: z.string() })),
    tags: ['ApiToken', 'User'],
  },
  createProgram: {
    method: 'POST',
    path: `${path}/program`,
    summary: 'Create a program: a user with its own permissions that can’t sign in',
    permission: 'apiToken.manage',
    body: z.strictObject({ name: requiredText(100), roles: z.array(moduleRole).min(1).max(applications.length) }),
    result: z.object({ id: id(), name: z.string() }),
    failures: ['DUPLICATE', 'ROLE_NOT_ADMINISTERED', 'DUPLICATE_ROLE', 'LAST_ADMINISTRATOR'],
    tags: ['ApiToken', 'User'],
  },
});
