/** Where a realization is shown. */
export const realizationPath = (id: string, view = 'overview'): string => `/carry/realization/${id}/${view}`;
export const realizationEditPath = (id: string): string => `/carry/realization/${id}/edit`;
export const participantHref = ({ type, id }: { readonly type: string; readonly id: string }): string =>
  `#/carry/${type.toLowerCase()}/${id}/profile/overview`;
