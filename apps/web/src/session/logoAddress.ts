/** Where a tenant's logo is; its id stands there so that a new one is shown at once. */
export const logoAddress = (tenantId: string, logoId: string): string =>
  `/api/tenant/${tenantId}/logo?version=${logoId}`;
