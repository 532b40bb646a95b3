import * as carry from './carry/calls.ts';
import * as compensation from './compensation/calls.ts';
import * as people from './people/calls.ts';
import * as performance from './performance/calls.ts';
import * as platform from './platform/calls.ts';
import * as portfolio from './portfolio/calls.ts';
import type { Endpoints } from './core/endpoint.ts';

/** The calls of all areas, by concept. */
export type Contract = typeof platform &
  typeof people &
  typeof portfolio &
  typeof carry &
  typeof performance &
  typeof compensation;
export const contract: Contract = { ...platform, ...people, ...portfolio, ...carry, ...performance, ...compensation };

/**
 * All calls with a general type. `defineEndpoints` has already checked each of them. Comparing their exact types with the general one would take the
 * compiler seconds at every use.
 */
export const callsByConcept: Readonly<Record<string, Endpoints>> = contract as never;
