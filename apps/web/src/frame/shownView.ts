import type { View } from './screenTypes.ts';

/** The view that an address means: by its name or its other name; the first one where the address names none or an unknown one. */
export const shownView = (views: readonly View[], name: string | undefined): View | undefined =>
  views.find(({ id, alias }) => name !== undefined && (id === name || alias === name)) ?? views[0];
