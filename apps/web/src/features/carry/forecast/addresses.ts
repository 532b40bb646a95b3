export const forecastPath = (id: string, view = 'overview'): string => `/carry/forecast/${id}/${view}`;
export const forecastEditPath = (id: string): string => `/carry/forecast/${id}/edit`;
export const participantHref = ({ type, id }: { readonly type: string; readonly id: string }): string =>
  `#/carry/${type.toLowerCase()}/${id}/profile/forecasts`;
