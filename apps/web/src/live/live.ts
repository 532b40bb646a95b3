import type { store as Store } from '../app/store.ts';

/** Placeholder until the adapter is looked at. */
export function startLive(_store: typeof Store): void {}
