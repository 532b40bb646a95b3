import { defaultTenantSettings } from '@carrara/contract/platform/tenant/tenant';
import type { RequestContext } from './operations.ts';

/** Returns the code of the firm's base currency. */
export const tenantCurrency = ({ tenant }: Pick<RequestContext, 'tenant'>): string =>
  String(tenant.settings['baseCurrency'] ?? defaultTenantSettings.baseCurrency);
