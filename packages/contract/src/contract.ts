import type { Endpoints } from './endpoint.ts';
import { fundEndpoints } from './fund.ts';

/** The whole contract, by concept. Adding a concept here is what makes the server serve it, and the web, the client and the CLI know it. */
export const contract = {
  fund: fundEndpoints,
} as const satisfies Record<string, Endpoints>;

export type Contract = typeof contract;
