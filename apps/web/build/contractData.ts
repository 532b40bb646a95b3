import type { Endpoint } from '@carrara/contract/core/endpoint';
import type { ReportDefinition } from '@carrara/contract/core/report';
import type { RecordType } from '@carrara/contract/manifests/manifest';

/** Every module of the contract package, by file name. */
export type ContractModules = Readonly<Record<string, Readonly<Record<string, unknown>>>>;
type Concepts = Readonly<Record<string, Readonly<Record<string, Endpoint>>>>;

const conceptsOf = (modules: ContractModules) => modules['contract.ts']?.['contract'] as Concepts;

/**
 * Returns the data that the browser needs to make each call, by concept and operation. Most calls read for a signed-in person, so only what differs is
 * listed. The permission of a list decides whether the search of the command palette includes it.
 */
export function collectEndpoints(modules: ContractModules) {
  const plain = ({
    method,
    path,
    permission,
    tags,
    idempotent,
    readOnly,
    answers,
    accepts,
    list,
    sensitive,
  }: Endpoint) => ({
    path,
    ...(method === 'GET' ? {} : { method }),
    ...(permission === 'public' || list ? { permission } : {}),
    ...(tags ? { tags } : {}),
    ...(idempotent ? { idempotent } : {}),
    ...(readOnly ? { readOnly } : {}),
    ...(answers ? { answers } : {}),
    ...(accepts ? { accepts } : {}),
    ...(list && sensitive ? { isPay: true as const } : {}),
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

/** Returns the lists of the contract with their operations, by operation. */
export function collectLists(modules: ContractModules) {
  const endpoints = Object.values(conceptsOf(modules)).flatMap((concept) => Object.entries(concept));
  return Object.fromEntries(
    endpoints.flatMap(([operation, { list }]) => (list ? [[operation, { ...list, operation }]] : [])),
  );
}

/** Returns what addresses need of each report, in the order of the areas. Its columns and parameters load with its page. */
export function collectReports(modules: ContractModules) {
  const tables = ['carry', 'compensation', 'performance'].map(
    (area) => modules[`${area}/reports/${area}Reports.ts`]?.[`${area}Reports`] as Record<string, ReportDefinition>,
  );
  return tables
    .flatMap((table) => Object.entries(table))
    .map(([operation, report]) => {
      const { module, name, aliases, at, category, title, permission } = report;
      return { operation, module, name, aliases, at, category, title, permission };
    });
}

/** Returns the names of the tables of each record type: its list, its fields, and the fields of its rows. */
export function collectRecordTables(modules: ContractModules) {
  const types = modules['core/registry.ts']?.['recordTypes'] as Readonly<Record<string, RecordType>>;
  const [lists, tables] = [collectLists(modules), collectTables(modules)];
  const existing = (name: string) => (name in tables ? name : undefined);
  const camel = (table: string) => table.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return Object.entries(types).map(([type, { rows = {}, list = '' }]) => ({
    type,
    list: list in lists ? list : undefined,
    fields: existing(`${type}Fields`),
    rows: Object.entries(rows).map(([name, table]) => [name, existing(`${camel(table)}Fields`)] as const),
  }));
}

/** Returns every exported table of fields, by its exported name (`fundFields` …). */
export function collectTables(modules: ContractModules) {
  const exported = Object.values(modules).flatMap((module) => Object.entries(module));
  return Object.fromEntries(exported.filter(([name, value]) => name.endsWith('Fields') && typeof value === 'object'));
}
