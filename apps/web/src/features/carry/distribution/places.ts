/** Where a distribution is shown. */
export const distributionPath = (id: string, view = 'overview'): string => `/carry/distribution/${id}/${view}`;
export const distributionEditPath = (id: string): string => `/carry/distribution/${id}/edit`;
/** The editor of a new one with the sources and terms of this one. */
export const distributionLikePath = (id: string): string => `/carry/distribution/create?from=${id}`;
