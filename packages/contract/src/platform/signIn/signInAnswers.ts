import { z } from 'zod';
import { applications } from '../../core/permissions.ts';
import { id } from '../../core/schema.ts';

export const tenantEntry = z.object({
  id: id(),
  name: z.string(),
  isLpTenant: z.boolean(),
  applications: z.array(z.enum(applications)),
});
export type TenantEntry = z.output<typeof tenantEntry>;

export const signInResult = z.object({
  tenants: z.array(tenantEntry),
  /** The number of firms that have invited the person. */
  invitations: z.int(),
});

/** The codes in groups, ready to write down. They are returned only this once. */
export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });
