import type { Endpoint } from '@carrara/contract/core/endpoint';
import { queryName, toWire } from '@carrara/contract/core/wireNames';

/** HTTP request of a call: path with parameters, query, and JSON body in wire names. */
export interface WireRequest {
  readonly method: Endpoint['method'];
  readonly path: string;
  /** Query without its question mark. Empty if there is none. */
  readonly search: string;
  readonly json: unknown;
}

interface Argument {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** Turns a call into a request. It uses no schema, so browsers can use it without the validator. */
export function wireRequest(endpoint: Pick<Endpoint, 'method' | 'path'>, argument: unknown): WireRequest {
  const { params = {}, query = {}, body } = (argument ?? {}) as Argument;
  const path = endpoint.path.replace(/:([A-Za-z]+)/g, (_part, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null) search.append(queryName(name), String(item));
    }
  }
  return {
    method: endpoint.method,
    path,
    search: search.toString(),
    json: body === undefined ? undefined : toWire(body),
  };
}
