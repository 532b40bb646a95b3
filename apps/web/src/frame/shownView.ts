import type { View } from './screenTypes.ts';

const named = (views: readonly View[], name: string): View | undefined =>
  views.find(({ id, alias }) => id === name || alias === name);

/** The view that an address means: by its name or its other name; the first one where the address names none or an unknown one. */
export const shownView = (views: readonly View[], name: string | undefined): View | undefined =>
  (name === undefined ? undefined : named(views, name)) ?? views[0];

/** The view to redirect to from an address that names an unknown one. */
export const redirectedView = (views: readonly View[], name: string | undefined): string | undefined =>
  name === undefined || named(views, name) ? undefined : views[0]?.id;
