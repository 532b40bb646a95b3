import { callsByConcept } from '@carrara/contract/contract';
import type { Endpoint } from '@carrara/contract/core/endpoint';
import { queryName } from '@carrara/contract/core/wireNames';
import { conceptOperations, type ConceptPorts } from '@carrara/server/process/conceptOperations';
import { z } from 'zod';

/** A call of the contract with its name. */
export interface Call {
  readonly concept: string;
  readonly name: string;
  readonly endpoint: Endpoint;
}

/** Every call of the contract. Tests that iterate over this list cover new calls automatically. */
export const calls: readonly Call[] = Object.entries(callsByConcept).flatMap(([concept, endpoints]) =>
  Object.entries<Endpoint>(endpoints).map(([name, endpoint]) => ({ concept, name, endpoint })),
);

// The operations are only counted here, so they need no working dependencies.
const served = new Set(Object.keys(conceptOperations({ storage: {} } as ConceptPorts)));
export const servedCalls = calls.filter(({ concept }) => served.has(concept));
export const unservedConcepts = [...new Set(calls.map(({ concept }) => concept))].filter(
  (concept) => !served.has(concept),
);

export const unknownId = '0190a000-0000-7000-8000-00000000dead';

/** Values of parameters by name. */
type Values = Readonly<Record<string, string>>;

/** Returns the path of a call with its parameters filled: by name, or ids with the given one, and others with a valid value. */
export function callPath(endpoint: Endpoint, id = unknownId, values: Values = {}): string {
  const shape: Readonly<Record<string, unknown>> = endpoint.params?.shape ?? {};
  return endpoint.path.replace(/:([A-Za-z]+)/g, (_part, name: string) =>
    encodeURIComponent(values[name] ?? allowedValue(shape[name], id)),
  );
}

/** Returns the path with the query parameters that the call requires. */
export function callUrl(endpoint: Endpoint, id = unknownId, values: Values = {}): string {
  const required = Object.entries<unknown>(endpoint.query?.shape ?? {}).filter(
    ([, schema]) => schema instanceof z.ZodType && !schema.safeParse(undefined).success,
  );
  const search = new URLSearchParams(
    required.map(([name, schema]) => [queryName(name), values[name] ?? allowedValue(schema, id)]),
  );
  const path = callPath(endpoint, id, values);
  return required.length > 0 ? `${path}?${search}` : path;
}

/** Wraps a body in a list if the call takes a list. */
export const toFormBody = (endpoint: Endpoint, body: object): object =>
  endpoint.body instanceof z.ZodArray ? [body] : body;

function allowedValue(schema: unknown, id: string): string {
  if (schema instanceof z.ZodEnum) return String(schema.options[0]);
  if (schema instanceof z.ZodType && schema.safeParse(id).success) return id;
  for (const value of ['2026-06-30', '2026', '1', 'x'])
    if (schema instanceof z.ZodType && schema.safeParse(value).success) return value;
  return id;
}

/** True if the path names a record. */
export const namesRecord = (endpoint: Endpoint): boolean =>
  Object.values(endpoint.params?.shape ?? {}).some(
    (schema) => schema instanceof z.ZodType && schema.safeParse(unknownId).success,
  );
