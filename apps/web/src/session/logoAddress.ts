/** Returns the address of a tenant's logo. It contains the id, so that a new logo appears at once. */
export const logoAddress = (tenantId: string, logoId: string): string =>
  `/api/tenant/${tenantId}/logo?version=${logoId}`;
