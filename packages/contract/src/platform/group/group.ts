import { z } from 'zod';
import { archiveBody, changedCount, defineEndpoints, getEndpoint, listEndpoint } from '../../core/endpoint.ts';
import { applications } from '../../core/permissions.ts';
import { id, reference, requiredText } from '../../core/schema.ts';
import { moduleRole } from '../user/user.ts';

/** A group gives its roles to its members. */
const group = z.object({
  id: id(),
  rowVersion: z.int(),
  name: z.string(),
  isInactive: z.boolean(),
  roles: z.array(moduleRole),
  groupMembers: z.array(z.object({ user: reference(), isInactive: z.boolean(), canDelete: z.boolean() })),
  /** True if the requesting person administers every module of the group's roles. Others can't change it. */
  canManage: z.boolean(),
  /** Reason why an active group can't be archived; null if it can. */
  archiveRefusal: z.string().nullable(),
});
export type Group = z.output<typeof group>;

const applicationUser = z.object({
  id: id(),
  name: z.string(),
  email: z.string(),
  applications: z.array(z.enum(applications)),
});

export const groupEndpoints = defineEndpoints({
  listGroups: listEndpoint({
    path: '/api/group',
    title: 'Groups',
    permission: 'group.view',
    row: z.object({
      id: id(),
      rowVersion: z.int(),
      name: z.string(),
      isInactive: z.boolean(),
      numberOfMembers: z.int(),
      /** The modules of its roles. Only administrators of all of them can archive or restore the group. */
      modules: z.array(z.enum(applications)),
    }),
    columns: [
      { field: 'name', kind: 'text', title: 'Name' },
      { field: 'numberOfMembers', kind: 'count', title: 'Members' },
      { field: 'isInactive', kind: 'boolean', title: 'Archived' },
    ],
    defaultSort: { field: 'name', ascending: true },
    filters: { includeInactive: z.stringbool().default(false) },
    tags: ['Group'],
  }),
  listApplicationUsers: {
    method: 'GET',
    path: '/api/group/application-user',
    summary: 'Active users with the modules they can open, directly or through groups',
    permission: 'staff',
    token: 'closed',
    query: z.strictObject({ application: z.enum(applications).optional() }),
    result: z.array(applicationUser),
    tags: ['User', 'Group'],
  },
  getGroup: getEndpoint('/api/group/:id', 'A group with its members and roles', 'group.view', group),
  saveGroup: {
    method: 'POST',
    path: '/api/group',
    summary: 'Create, change, archive or restore a group',
    permission: 'group.edit',
    bodySize: 'long',
    body: z.strictObject({
      id: id().nullish(),
      rowVersion: z.int().nullish(),
      name: requiredText(),
      isInactive: z.boolean().default(false),
      roles: z.array(moduleRole).max(applications.length),
      /** Accepted so that a group can be sent back as it was read, but ignored. */
      canManage: z.boolean().optional(),
      archiveRefusal: z.string().nullish(),
      groupMembers: z
        .array(
          z.strictObject({
            user: reference(),
            isInactive: z.boolean().default(false),
            /** Accepted so that a group can be sent back as it was read, but ignored. */
            canDelete: z.boolean().optional(),
          }),
        )
        .max(5000),
    }),
    result: group,
    failures: [
      'STALE_VERSION',
      'ROW_VERSION_REQUIRED',
      'DUPLICATE',
      'NOT_A_MEMBER',
      'ROLE_NOT_ADMINISTERED',
      'DUPLICATE_ROLE',
      'LAST_ADMINISTRATOR',
    ],
  },
  archiveGroups: {
    method: 'POST',
    path: '/api/group/archive',
    summary: 'Archive or restore groups. If one of them is refused, none changes',
    permission: 'group.edit',
    body: archiveBody,
    result: changedCount,
    failures: ['STALE_VERSION', 'ROLE_NOT_ADMINISTERED', 'LAST_ADMINISTRATOR'],
    tags: ['Group'],
  },
});
