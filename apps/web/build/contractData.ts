import type { Endpoint } from '@carrara/contract/core/endpoint';

/** Every module of the contract package, by file name. */
export type ContractModules = Readonly<Record<string, Readonly<Record<string, unknown>>>>;
type Concepts = Readonly<Record<string, Readonly<Record<string, Endpoint>>>>;

const conceptsOf = (modules: ContractModules) => modules['contract.ts']?.['contract'] as Concepts;

/** Returns the data that the browser needs to make each call, by concept and operation. */
export function endpointsOf(modules: ContractModules) {
  const plain = ({ method, path, permission, tags, idempotent, readOnly, answers, accepts, query }: Endpoint) => ({
    method,
    path,
    permission,
    ...(query ? { query: Object.keys(query.shape) } : {}),
    ...(tags ? { tags } : {}),
    ...(idempotent ? { idempotent } : {}),
    ...(readOnly ? { readOnly } : {}),
    ...(answers ? { answers } : {}),
    ...(accepts ? { accepts } : {}),
  });
  const concept = (endpoints: Readonly<Record<string, Endpoint>>) =>
    Object.fromEntries(
      Object.entries(endpoints).map(([operation, endpoint]) => {
        const read = endpoint.method === 'GET' ? undefined : recordRead(endpoints, endpoint);
        return [operation, { ...plain(endpoint), ...(read ? { read } : {}) }];
      }),
    );
  return Object.fromEntries(Object.entries(conceptsOf(modules)).map(([name, endpoints]) => [name, concept(endpoints)]));
}

/** Returns the operation that reads the record that a write returns. */
const recordRead = (endpoints: Readonly<Record<string, Endpoint>>, { result }: Endpoint) =>
  Object.entries(endpoints).find(
    ([, endpoint]) =>
      endpoint.method === 'GET' && endpoint.path.endsWith('/:id') && result !== undefined && endpoint.result === result,
  )?.[0];

/** Returns the lists of the contract, by operation. */
export function listsOf(modules: ContractModules) {
  const endpoints = Object.values(conceptsOf(modules)).flatMap((concept) => Object.entries(concept));
  return Object.fromEntries(endpoints.flatMap(([operation, { list }]) => (list ? [[operation, list]] : [])));
}

/** Returns every exported table of fields, by its exported name (`fundFields` …). */
export function tablesOf(modules: ContractModules) {
  const exported = Object.values(modules).flatMap((module) => Object.entries(module));
  return Object.fromEntries(exported.filter(([name, value]) => name.endsWith('Fields') && typeof value === 'object'));
}
