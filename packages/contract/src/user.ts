import { z } from 'zod';
import { defineEndpoints, deleteEndpoint, getEndpoint, idParams, listEndpoint } from './endpoint.ts';
import { applications, roles } from './permissions.ts';
import { id, reference, requiredText, text } from './schema.ts';

/** A role in a module. */
export const moduleRole = z.strictObject({ application: z.enum(applications), role: z.enum(roles) });
export type ModuleRole = z.output<typeof moduleRole>;

export const shortestPasswordLength = 12;
const password = z
  .string()
  .min(shortestPasswordLength, `has fewer than ${shortestPasswordLength} characters`)
  .max(1000);

/** A person as a member of the tenant. `rowVersion` is that of the membership; `isInactive` closes this tenant to the person, not others. */
export const user = z.object({
  id: id(),
  rowVersion: z.int(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  username: z.string(),
  isInactive: z.boolean(),
  /** The person's own roles; those of groups come on top. */
  roles: z.array(moduleRole),
  /** Whether name, e-mail, login and password can be changed here: not for a person who belongs to other tenants as well. */
  canEditPerson: z.boolean(),
});
export type User = z.output<typeof user>;
const userRow = user.pick({
  id: true,
  rowVersion: true,
  firstName: true,
  lastName: true,
  email: true,
  username: true,
  isInactive: true,
});

export const userEndpoints = defineEndpoints({
  listUsers: listEndpoint({
    path: '/api/user',
    title: 'Users',
    permission: 'user.view',
    row: userRow,
    columns: [
      { field: 'lastName', kind: 'text', title: 'Last name' },
      { field: 'firstName', kind: 'text', title: 'First name' },
      { field: 'email', kind: 'email', title: 'E-mail' },
      { field: 'username', kind: 'text', title: 'Login' },
      { field: 'isInactive', kind: 'boolean', title: 'Archived' },
    ],
    defaultSort: { field: 'lastName', ascending: true },
    filters: { includeInactive: z.stringbool().default(false) },
    tags: ['User'],
  }),
  /** People who can be added: those who were here before or belong to no firm, by any text; anyone else by the whole login or e-mail only. */
  listDirectory: {
    method: 'GET',
    path: '/api/user/GetADUsers',
    summary: 'People who can be added to the tenant',
    permission: 'user.edit',
    query: z.strictObject({ search: z.string().max(200).default('') }),
    result: z.array(user.pick({ id: true, firstName: true, lastName: true, email: true, username: true })),
    tags: ['User'],
  },
  getUser: getEndpoint('/api/user/:id', 'A user with the roles in each module', 'user.view', user),
  saveUser: {
    method: 'POST',
    path: '/api/user',
    summary: 'Create, change, archive or restore a user; a login that exists already joins the tenant as it is',
    permission: 'user.edit',
    body: z.strictObject({
      id: id().nullish(),
      rowVersion: z.int().nullish(),
      firstName: requiredText(),
      lastName: requiredText(),
      email: z.union([z.literal(''), z.email().max(320)], 'is not an e-mail address').default(''),
      username: requiredText(),
      isInactive: z.boolean().default(false),
      roles: z.array(moduleRole).max(applications.length),
      /** A first or new password for a local account. */
      password: password.nullish(),
    }),
    result: user,
    failures: [
      'STALE_VERSION',
      'DUPLICATE',
      'ROLE_NOT_YOURS_TO_GIVE',
      'PERSON_OF_OTHER_TENANTS',
      'DUPLICATE_ROLE',
      'LAST_ADMINISTRATOR',
    ],
  },
  deleteUser: deleteEndpoint('/api/user/:id', 'Remove a user from the tenant', 'user.delete'),
  listGroupsOfUser: {
    method: 'GET',
    path: '/api/user/:id/group',
    summary: 'The groups that a user belongs to',
    permission: 'user.view',
    params: idParams,
    result: z.array(reference()),
    tags: ['Group'],
  },
  changePassword: {
    method: 'POST',
    path: '/api/user/password',
    summary: 'Change the own password; all other sessions of the person end',
    permission: 'signedIn',
    body: z.strictObject({ currentPassword: text(1000), newPassword: password }),
    result: z.object({ changed: z.boolean() }),
    failures: ['WRONG_PASSWORD'],
  },
});
