import { z } from 'zod';
import { defineEndpoints, idParams, listEndpoint } from '../core/endpoint.ts';
import { id, reference, text } from '../core/schema.ts';

const base = '/api/carry/portal-user';

/** An employee, with the user who reads the employee's data in the portal. */
const portalUser = z.object({
  /** The employee's id. */
  id: id(),
  name: z.string(),
  code: z.string().nullable(),
  email: z.string().nullable(),
  numberOfTrusts: z.int(),
  /** Null if nobody is linked. */
  user: reference().nullable(),
  login: z.string().nullable(),
  status: z.enum(['Not linked', 'Invited', 'Active', 'Archived', 'No portal role']),
});
export type PortalUser = z.output<typeof portalUser>;

/** The users of the participant portal: one per employee of a firm. */
export const portalUserEndpoints = defineEndpoints({
  listPortalUsers: listEndpoint({
    path: base,
    title: 'Portal users',
    permission: 'portalUser.view',
    row: portalUser,
    columns: [
      { field: 'name', kind: 'text', title: 'Employee' },
      { field: 'code', kind: 'code', title: 'Code' },
      { field: 'numberOfTrusts', kind: 'count', title: 'Trusts' },
      { field: 'user', kind: 'reference', title: 'User', sortable: false },
      { field: 'login', kind: 'text', title: 'Login' },
      { field: 'status', kind: 'text', title: 'Portal' },
    ],
    defaultSort: { field: 'name', ascending: true },
    filters: { linked: z.enum(['all', 'yes', 'no']).default('all') },
    tags: ['Participant', 'User'],
  }),
  getPortalUser: {
    method: 'GET',
    path: `${base}/:id`,
    summary: 'List the portal users of employees',
    permission: 'portalUser.view',
    params: idParams,
    result: portalUser,
    tags: ['Participant', 'User'],
  },
  linkPortalUser: {
    method: 'POST',
    path: `${base}/:id`,
    summary: 'Link an employee to an existing portal user, or invite a new one',
    permission: 'portalUser.edit',
    params: idParams,
    body: z.strictObject({
      /** A user of the firm. If omitted, the login identifies the person to invite. */
      user: reference().nullish(),
      username: text().trim().nullish(),
      email: z.union([z.literal(''), z.email('is not an e-mail address').max(320)]).nullish(),
    }),
    result: portalUser.extend({
      /** A generated password to give to the person. It is returned only this once. */
      firstPassword: z.string().nullable(),
      /** The address to which the invitation was mailed; null if none was. */
      mailedTo: z.string().nullable(),
    }),
    failures: [
      'ALREADY_LINKED',
      'LINK_TO_ONESELF',
      'PAY_ACCESS_NOT_YOURS',
      'DUPLICATE',
      'LOGIN_UNCLEAR',
      'LOGIN_REQUIRED',
      'ROLE_NOT_ADMINISTERED',
      'PERSON_NOT_YOURS',
      'LAST_ADMINISTRATOR',
      'STALE_VERSION',
    ],
    tags: ['Participant', 'User'],
  },
  unlinkPortalUser: {
    method: 'POST',
    path: `${base}/:id/unlink`,
    summary: 'Unlink an employee and a portal user. The user isn’t deleted',
    permission: 'portalUser.edit',
    params: idParams,
    result: portalUser,
    failures: ['LINK_TO_ONESELF', 'PAY_ACCESS_NOT_YOURS'],
    tags: ['Participant', 'User'],
  },
});
