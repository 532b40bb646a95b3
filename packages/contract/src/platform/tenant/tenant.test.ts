import { expect, it } from 'vitest';
import { defaultTenantSettings, tenantEndpoints } from './tenant.ts';

it('shows a logo 100 high and 150 wide by default [U-T-097]', () => {
  expect([defaultTenantSettings.logoHeight, defaultTenantSettings.logoWidth]).toEqual([100, 150]);
  const { body } = tenantEndpoints.saveTenantSettings;
  expect(body.safeParse({ rowVersion: 1, logoHeight: 48, logoWidth: 48 }).success).toBe(true);
});
