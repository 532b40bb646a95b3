/** The six manifests, composed. */
import { carry } from '../manifests/carry.ts';
import { compensation } from '../manifests/compensation.ts';
import { people } from '../manifests/people.ts';
import { performance } from '../manifests/performance.ts';
import { platform } from '../manifests/platform.ts';
import { portfolio } from '../manifests/portfolio.ts';
import type { Action, Manifest } from '../manifests/manifest.ts';

const manifests = { portfolio, people, carry, performance, compensation, platform } as const;

/**
 * Every kind of record, by the name used in audit entries and references. Permissions, labels, references, activity, menu, palette, choices, links
 * and live updates are derived from it. So are the targets of notes and documents, and lists below a record.
 */
export const recordTypes = {
  ...portfolio.recordTypes,
  ...people.recordTypes,
  ...carry.recordTypes,
  ...performance.recordTypes,
  ...compensation.recordTypes,
  ...platform.recordTypes,
} as const;

/** The permissions that the areas define themselves. `permissions.ts` adds those of records with the usual rights. */
export const ownPermissions = {
  ...portfolio.permissions,
  ...people.permissions,
  ...carry.permissions,
  ...performance.permissions,
  ...compensation.permissions,
  ...platform.permissions,
} as const;

export const ownModules = { ...carry.modules, ...performance.modules, ...compensation.modules } as const;

/** The modules that own a setting. Only an administrator of one of them can change it. Any administrator can change settings that aren't listed. */
export const settingModules = { ...carry.settings, ...performance.settings, ...compensation.settings } as const;

const all = Object.entries<Manifest>(manifests);

/** The operations that the areas describe themselves. */
export const ownActions: Readonly<Record<string, Action>> = Object.fromEntries(
  all.flatMap(([, { actions }]) => Object.entries(actions)),
);

/** The area of a kind of record; undefined if it isn't one. */
export const findArea = (type: string): string | undefined =>
  all.find(([, manifest]) => Object.hasOwn(manifest.recordTypes, type))?.[0];
