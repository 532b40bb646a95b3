import { z } from 'zod';
import { defineEndpoints } from '../../core/endpoint.ts';
import { applications } from '../../core/permissions.ts';

/** The possible views of settings. Each may have sub-views. */
export const settingsViewNames = ['user', 'group', 'reference', 'fx', 'vesting', 'taxes', 'tenantlinkrequest'] as const;

const moduleAdministration = z.object({
  shortName: z.string(),
  title: z.string(),
  /** The version of the firm's settings, which include the switches. */
  rowVersion: z.int(),
  routePrefix: z.string(),
  isActivityTabEnabled: z.boolean(),
  importTypes: z.array(z.string()),
  menuEntries: z.array(
    z.object({
      name: z.string(),
      title: z.string(),
      path: z.string(),
      permission: z.string(),
      showInSidebar: z.boolean(),
      showInAppSettings: z.boolean(),
      isEnabled: z.boolean(),
      canSwitch: z.boolean(),
    }),
  ),
  views: z.array(z.object({ name: z.string(), title: z.string(), permission: z.string() })),
});
const moduleParams = z.strictObject({ module: z.enum(applications) });

const subView = z.object({ name: z.string(), title: z.string(), count: z.int() });

export const settingsEndpoints = defineEndpoints({
  getSubViewData: {
    method: 'GET',
    path: '/api/settings/:view/subViewData',
    summary: 'Sub-views of a settings view, with the number of entries in each',
    permission: 'staff',
    params: z.strictObject({ view: z.enum(settingsViewNames) }),
    result: z.array(subView),
    tags: ['Reference', 'TaxProfile', 'User', 'Group'],
  },
  getModuleAdministration: {
    method: 'GET',
    path: '/api/settings/admin/:module',
    summary: 'The whole menu and all settings views of a module, regardless of permissions',
    permission: 'tenant.edit',
    params: moduleParams,
    result: moduleAdministration,
    tags: ['Tenant'],
  },
  saveModuleAdministration: {
    method: 'POST',
    path: '/api/settings/admin/:module',
    summary: "Turn entries of a module's menu and its activity tab on or off. Omitted entries don’t change",
    permission: 'tenant.edit',
    params: moduleParams,
    body: z.strictObject({
      rowVersion: z.int(),
      isActivityTabEnabled: z.boolean().optional(),
      menuEntries: z
        .array(z.strictObject({ name: z.string().max(50), isEnabled: z.boolean() }))
        .max(100)
        .default([]),
    }),
    result: moduleAdministration,
    failures: ['STALE_VERSION', 'SETTING_NOT_YOURS', 'NOT_FOUND'],
    tags: ['Tenant'],
  },
});
