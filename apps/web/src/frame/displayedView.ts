import type { View } from './screenTypes.ts';

const named = (views: readonly View[], name: string): View | undefined =>
  views.find(({ id, alias }) => id === name || alias === name);

/** Returns the view of an address by its name or alias, or the first view if the name is missing or unknown. */
export const displayedView = (views: readonly View[], name: string | undefined): View | undefined =>
  (name === undefined ? undefined : named(views, name)) ?? views[0];

/** Returns the view to redirect to if the address names an unknown one. */
export const redirectedView = (views: readonly View[], name: string | undefined): string | undefined =>
  name === undefined || named(views, name) ? undefined : views[0]?.id;
