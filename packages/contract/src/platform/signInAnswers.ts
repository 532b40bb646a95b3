import { z } from 'zod';
import { applications } from '../core/permissions.ts';
import { id } from '../core/schema.ts';

export const tenantEntry = z.object({
  id: id(),
  name: z.string(),
  isLpTenant: z.boolean(),
  applications: z.array(z.enum(applications)),
});
export type TenantEntry = z.output<typeof tenantEntry>;

/** What a person finds who has just signed in. */
export const signInResult = z.object({
  tenants: z.array(tenantEntry),
  /** How many firms ask the person in. */
  invitations: z.int(),
});

/** Each in groups, as it is to be written down; they are answered this once. */
export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });
