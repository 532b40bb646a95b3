import { policyBounds } from '@carrara/domain/platform/signIn';
import { z } from 'zod';
import {
  archiveBody,
  changedCount,
  defineEndpoints,
  deleteEndpoint,
  getEndpoint,
  idParams,
  listEndpoint,
} from '../../core/endpoint.ts';
import { applications, roles } from '../../core/permissions.ts';
import { anyText, id, instant, reference, requiredText } from '../../core/schema.ts';

export const moduleRole = z.strictObject({ application: z.enum(applications), role: z.enum(roles) });
export type ModuleRole = z.output<typeof moduleRole>;

const shortestPasswordLength = policyBounds.passwordLength.least;
const password = z
  .string()
  .min(shortestPasswordLength, `The password has fewer than ${shortestPasswordLength} characters.`)
  .max(1000);

/** Invited: the person has been invited but hasn't signed in and accepted yet. */
const userStatus = z.enum(['Active', 'Invited', 'Archived']);

/**
 * A member of the tenant, or an invitation to become one. `rowVersion` is that of the membership or invitation. `isInactive` blocks the person in
 * this tenant only.
 */
const user = z.object({
  id: id(),
  rowVersion: z.int(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  username: z.string(),
  isInactive: z.boolean(),
  status: userStatus,
  /** The person's own roles. Groups add theirs. */
  roles: z.array(moduleRole),
  /** True if the requesting person may change roles, archive or remove. This requires administering every module of the person. */
  canManage: z.boolean(),
  /** True if the person has a second factor. Only the home firm sees this. */
  hasSecondFactor: z.boolean(),
  /** For a mailed invitation, the time until which its link is valid; otherwise null. */
  mailedUntil: instant().nullable(),
  /** True if name, e-mail, login and password can be changed too, because this is the person's home firm. */
  canEditPerson: z.boolean(),
});
export type User = z.output<typeof user>;
/** A person's effective access in the firm, with its sources. */
const effectiveAccess = z.object({
  /** The effective role in each module, and the groups that grant it. The groups are empty if the role is assigned to the person directly. */
  roles: z.array(moduleRole.extend({ groups: z.array(z.string()) })),
  /** The employee that the person is linked to. */
  employee: z.object({ id: id(), name: z.string() }).nullable(),
  /** The kinds of pay access; null if the viewer doesn't have access to everyone's pay. */
  payAccess: z.array(z.string()).nullable(),
});
const userRow = user
  .pick({
    id: true,
    rowVersion: true,
    firstName: true,
    lastName: true,
    email: true,
    username: true,
    isInactive: true,
    status: true,
  })
  .extend({
    /** All modules of the person, from their own roles and from groups. Only administrators of all of them can archive the person. */
    modules: z.array(z.enum(applications)),
  });

const invitation = z.object({
  id: id(),
  tenantName: z.string(),
  roles: z.array(moduleRole),
  /** True if the password given by the firm is required, which proves that the firm means this person. */
  needsCode: z.boolean(),
  createdDate: instant(),
  /** The time at which the invitation expires. */
  expiresDate: instant(),
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
      { field: 'status', kind: 'text', title: 'Status' },
    ],
    defaultSort: { field: 'lastName', ascending: true },
    filters: { includeInactive: z.stringbool().default(false) },
    tags: ['User'],
  }),
  /** People whose home is this firm but who currently aren't users. People of other firms can't be found; invite them by login. */
  listDirectory: {
    method: 'GET',
    path: '/api/user/GetADUsers',
    summary: 'People you can add to the tenant',
    permission: 'user.edit',
    query: z.strictObject({ search: z.string().max(200).default('') }),
    result: z.array(user.pick({ id: true, firstName: true, lastName: true, email: true, username: true })),
    tags: ['User'],
  },
  getUser: getEndpoint(
    '/api/user/:id',
    'A user with their roles in each module, picture and permissions',
    'user.view',
    // An invitation has neither.
    user.extend({ picture: z.string().nullable(), access: effectiveAccess.nullable() }),
  ),
  saveUser: {
    method: 'POST',
    path: '/api/user',
    summary: 'Invite a user, or change, archive or restore one. People join by signing in or accepting the invitation',
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
      /** An initial or new password, which the person must change at the first sign-in. Refused for your own account (`changePassword`). If omitted, the server generates one for a new user. */
      password: password.nullish(),
    }),
    result: user.extend({
      /** A generated password to give to the person. It is returned only this once. */
      firstPassword: z.string().nullable(),
      /** True if an invitation was mailed instead. */
      isMailed: z.boolean(),
    }),
    failures: [
      'STALE_VERSION',
      'ROW_VERSION_REQUIRED',
      'DUPLICATE',
      'LOGIN_UNCLEAR',
      'PASSWORD_EASY',
      'PASSWORD_TOO_SHORT',
      'LOGIN_REQUIRED',
      'ROLE_NOT_ADMINISTERED',
      'PERSON_NOT_YOURS',
      'PERSON_OF_OTHER_TENANTS',
      'PROGRAM_FIXED',
      'LOGIN_OF_INVITATION',
      'OWN_PASSWORD',
      'DUPLICATE_ROLE',
      'LAST_ADMINISTRATOR',
    ],
  },
  deleteUser: deleteEndpoint('/api/user/:id', 'Archive a user, or cancel an invitation', 'user.delete', [
    'LAST_ADMINISTRATOR',
    'PERSON_NOT_YOURS',
  ]),
  archiveUsers: {
    method: 'POST',
    path: '/api/user/archive',
    summary: 'Archive or restore users. If one of them is refused, none changes',
    permission: 'user.edit',
    body: archiveBody,
    result: changedCount,
    failures: ['STALE_VERSION', 'PERSON_NOT_YOURS', 'LAST_ADMINISTRATOR'],
    tags: ['User'],
  },
  removeUserSecondFactor: {
    method: 'POST',
    path: '/api/user/:id/second-factor/remove',
    summary: 'Remove the second factor of a user who lost their device. Ends all of the user’s sessions',
    permission: 'user.edit',
    params: idParams,
    result: z.object({ removed: z.boolean() }),
    failures: ['NO_SECOND_FACTOR', 'OWN_SECOND_FACTOR', 'PERSON_NOT_YOURS', 'PERSON_OF_OTHER_TENANTS'],
  },
  sendInvitation: {
    method: 'POST',
    path: '/api/user/:id/send-invitation',
    summary: 'Email an invitation with a link that is valid for seven days. Earlier links stop working',
    permission: 'user.edit',
    params: idParams,
    result: z.object({ address: z.string() }),
    failures: ['NOT_INVITED', 'NO_MAIL_SERVER', 'NO_ADDRESS', 'PERSON_NOT_YOURS'],
  },
  listGroupsOfUser: {
    method: 'GET',
    path: '/api/user/:id/group',
    summary: 'Groups of a user',
    permission: 'user.view',
    params: idParams,
    result: z.array(reference()),
    tags: ['Group'],
  },
  changePassword: {
    method: 'POST',
    path: '/api/user/password',
    summary: 'Change your password. All your other sessions end',
    permission: 'signedIn',
    withPasswordDue: true,
    body: z.strictObject({ currentPassword: anyText(1000), newPassword: password }),
    result: z.object({ changed: z.boolean() }),
    failures: ['WRONG_PASSWORD', 'SAME_PASSWORD', 'PASSWORD_EASY', 'PASSWORD_TOO_SHORT'],
  },
  listInvitations: {
    method: 'GET',
    path: '/api/user/invitation',
    summary: 'Firms that have invited you',
    permission: 'signedIn',
    result: z.array(invitation),
  },
  acceptInvitation: {
    method: 'POST',
    path: '/api/user/invitation/:id/accept',
    summary: 'Accept a firm’s invitation, with the password from the firm if required',
    permission: 'signedIn',
    params: idParams,
    body: z.strictObject({ code: z.string().max(1000).default('') }),
    result: z.object({ tenantId: id() }),
    failures: ['WRONG_CODE', 'INVITATION_CHANGED'],
  },
  declineInvitation: {
    method: 'POST',
    path: '/api/user/invitation/:id/decline',
    summary: 'Decline an invitation',
    permission: 'signedIn',
    params: idParams,
    result: z.object({ id: id() }),
  },
});
