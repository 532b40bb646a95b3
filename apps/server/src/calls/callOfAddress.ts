import { callsByConcept } from '@carrara/contract/contract';
import type { Endpoint } from '@carrara/contract/core/endpoint';
import type { DecodedInput } from '../core/operations.ts';
import { decodeRequest } from './decode.ts';

export interface FoundCall {
  readonly concept: string;
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly input: DecodedInput;
}

/**
 * Returns the endpoint of this name with the parameters in an address. Undefined if there is no such endpoint, or the
 * address isn't one of its.
 */
export function callOfAddress(name: string, address: string): FoundCall | undefined {
  const [concept, endpoints] = Object.entries(callsByConcept).find(([, calls]) => Object.hasOwn(calls, name)) ?? [];
  const endpoint = endpoints?.[name];
  if (concept === undefined || endpoint === undefined || !URL.canParse(address, base)) return undefined;
  const { pathname, searchParams } = new URL(address, base);
  const params = paramsIn(endpoint.path, pathname);
  if (!params) return undefined;
  const decoded = decodeRequest(endpoint, { params, query: Object.fromEntries(searchParams), body: undefined });
  return decoded.isErr() ? undefined : { concept, name, endpoint, input: decoded.value };
}

const base = 'http://localhost';

function paramsIn(path: string, pathname: string): Readonly<Record<string, string>> | undefined {
  const [pattern, parts] = [path.split('/'), pathname.split('/')];
  if (pattern.length !== parts.length) return undefined;
  const params: Record<string, string> = {};
  for (const [at, part] of pattern.entries()) {
    const requestPart = parts[at] ?? '';
    if (part.startsWith(':')) params[part.slice(1)] = decodeURIComponent(requestPart);
    else if (part !== requestPart) return undefined;
  }
  return params;
}
