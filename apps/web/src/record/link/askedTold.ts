/** What is said of a link that was asked for: on the profile of an investor, or in data management. */
export const askedTold = (where: 'profile' | 'dataManagement'): string =>
  `${where === 'profile' ? 'Link' : 'Tenant Link'} request submitted successfully.`;
