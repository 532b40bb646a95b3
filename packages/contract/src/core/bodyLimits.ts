import type { Endpoint } from './endpoint.ts';

/** What a body may be at most: its bytes, and the names and list items in it, all levels together. */
export interface BodyLimit {
  readonly bytes: number;
  readonly parts: number;
}

/** The sizes of bodies. `open` is for calls that need no sign-in, `usual` for all others that do not name one. */
export const bodyLimits = {
  open: { bytes: 16_384, parts: 200 },
  usual: { bytes: 262_144, parts: 16_000 },
  /** Some thousand rows. */
  long: { bytes: 2_097_152, parts: 120_000 },
  /** A whole distribution, or a picture as text. */
  huge: { bytes: 8_388_608, parts: 500_000 },
} as const satisfies Record<string, BodyLimit>;

/** Brackets and braces within each other; the deepest body of a call has seven. */
export const deepestBody = 24;

export const bodyLimitOf = ({ permission, bodySize }: Pick<Endpoint, 'permission' | 'bodySize'>): BodyLimit =>
  bodyLimits[bodySize ?? (permission === 'public' ? 'open' : 'usual')];
