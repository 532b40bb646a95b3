/** Where a distribution is shown. */
export const distributionPath = (id: string, view = 'overview'): string => `/carry/distribution/${id}/${view}`;
export const distributionEditPath = (id: string): string => `/carry/distribution/${id}/edit`;
