export const distributionPath = (id: string, view = 'overview'): string => `/carry/distribution/${id}/${view}`;
export const distributionEditPath = (id: string): string => `/carry/distribution/${id}/edit`;
/** Returns the path of the editor for a new distribution with the sources and terms of this one. */
export const distributionLikePath = (id: string): string => `/carry/distribution/create?from=${id}`;
