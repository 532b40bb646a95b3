import type { Endpoint } from './endpoint.ts';

/** The maximum size of a request body: its bytes, and the number of names and list items at all levels. */
export interface BodyLimit {
  readonly bytes: number;
  readonly parts: number;
}

/** The size classes. `open` is for calls without sign-in, `usual` for all others that don't name a class. */
export const bodyLimits = {
  open: { bytes: 16_384, parts: 200 },
  usual: { bytes: 262_144, parts: 16_000 },
  /** A few thousand rows. */
  long: { bytes: 2_097_152, parts: 120_000 },
  /** A whole distribution, or a picture as text. */
  huge: { bytes: 8_388_608, parts: 500_000 },
} as const satisfies Record<string, BodyLimit>;

/** The maximum nesting depth of brackets and braces. The deepest body of a call has seven levels. */
export const deepestBody = 24;

export const bodyLimitFor = ({ permission, bodySize }: Pick<Endpoint, 'permission' | 'bodySize'>): BodyLimit =>
  bodyLimits[bodySize ?? (permission === 'public' ? 'open' : 'usual')];
