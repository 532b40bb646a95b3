export const realizationPath = (id: string, view = 'overview'): string => `/carry/realization/${id}/${view}`;
export const realizationEditPath = (id: string): string => `/carry/realization/${id}/edit`;
