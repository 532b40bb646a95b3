/** Returns the message after a link request, which differs between an investor's profile and data management. */
export const requestedMessage = (where: 'profile' | 'dataManagement'): string =>
  `${where === 'profile' ? 'Link' : 'Tenant Link'} request submitted successfully.`;
