import { fileURLToPath } from 'node:url';
import { type Plugin, runnerImport } from 'vite';
import {
  type ContractModules,
  collectEndpoints,
  collectLists,
  collectRecordTables,
  collectReports,
  collectTables,
} from './contractData.ts';

const contractFolder = fileURLToPath(new URL('../../../packages/contract/src/', import.meta.url));
const prefix = 'virtual:contract/';
const resolved = (name: string) => `\0${prefix}${name}`;
const registry = 'core/registry.ts';

async function loadContract(): Promise<ContractModules> {
  const all = fileURLToPath(new URL('./allContractModules.ts', import.meta.url));
  const { module } = await runnerImport<{ readonly modules: ContractModules }>(all, { configFile: false });
  return module.modules;
}

/** Returns the source of every virtual module, by its name after the prefix. */
function sourcesOf(modules: ContractModules): ReadonlyMap<string, string> {
  const sources = new Map([
    ['endpoints', `export const endpoints = ${JSON.stringify(collectEndpoints(modules))};`],
    ['reports', `export const reportEntries = ${JSON.stringify(collectReports(modules))};`],
    ['tables', ['lists', 'fields', 'records'].map((kind) => `export * as ${kind} from '${prefix}${kind}';`).join('\n')],
  ]);
  // Each table is a module of its own, so that a page loads only the tables that it uses.
  for (const [kind, tables] of Object.entries({ lists: collectLists(modules), fields: collectTables(modules) })) {
    const names = Object.keys(tables);
    sources.set(kind, names.map((name) => `export { ${name} } from '${prefix}${kind}/${name}';`).join('\n'));
    for (const name of names) sources.set(`${kind}/${name}`, `export const ${name} = ${JSON.stringify(tables[name])};`);
  }
  const parts = registrySources(modules);
  sources.set('registry', parts.map(([name]) => `export { ${name} } from '${prefix}registry/${name}';`).join('\n'));
  for (const [name, source] of parts) sources.set(`registry/${name}`, source);
  const records = collectRecordTables(modules);
  sources.set('records', records.map(({ type }) => `export { ${type} } from '${prefix}records/${type}';`).join('\n'));
  for (const record of records) sources.set(`records/${record.type}`, recordSource(record));
  return sources;
}

function recordSource({ type, list, fields, rows }: ReturnType<typeof collectRecordTables>[number]): string {
  const named = rows.flatMap(([name, table]) => (table ? [{ name, table }] : []));
  const tables = new Set([...(fields ? [fields] : []), ...named.map(({ table }) => table)]);
  return [
    ...[...tables].map((name) => `import { ${name} } from '${prefix}fields/${name}';`),
    ...(list ? [`import { ${list} } from '${prefix}lists/${list}';`] : []),
    `export const ${type} = {`,
    `  fields: ${fields ?? '{}'},`,
    `  rows: { ${named.map(({ name, table }) => `${name}: ${table}`).join(', ')} },`,
    ...(list ? [`  list: ${list},`] : []),
    '};',
  ].join('\n');
}

/**
 * Returns the source of each export of the registry. As modules of their own, they load with the pages that use them, such as the texts of the audit
 * log. The manifests from which the package composes them would all be part of the first page.
 */
function registrySources(modules: ContractModules): readonly (readonly [name: string, source: string])[] {
  const { findArea, ...tables } = modules[registry] as unknown as typeof import('@carrara/contract/core/registry');
  const areas = Object.fromEntries(Object.keys(tables.recordTypes).map((type) => [type, findArea(type)]));
  return [
    ...Object.entries(tables).map(
      ([name, table]) => [name, `export const ${name} = ${JSON.stringify(table)};`] as const,
    ),
    [
      'findArea',
      `const areas = ${JSON.stringify(areas)};
export const findArea = (type) => (Object.hasOwn(areas, type) ? areas[type] : undefined);`,
    ],
  ];
}

/**
 * Serves the contract as plain data. The packages define it with the validator. This plugin loads it once during the
 * build and writes it out without the validator. The browser then loads neither zod nor decimal.js at its start.
 * Types still come from the contract itself.
 */
export function contractModules(): Plugin {
  let contract: Promise<readonly [ContractModules, ReadonlyMap<string, string>]> | undefined;
  return {
    name: 'carrara-contract',
    resolveId(id) {
      return id.startsWith(prefix) ? { id: `\0${id}`, moduleSideEffects: false } : undefined;
    },
    async load(id) {
      const isRegistry = id === `${contractFolder}${registry}`;
      if (!isRegistry && !id.startsWith(resolved(''))) return undefined;
      contract ??= loadContract().then((modules) => [modules, sourcesOf(modules)]);
      const [modules, sources] = await contract;
      for (const file of Object.keys(modules)) this.addWatchFile(`${contractFolder}${file}`);
      return sources.get(isRegistry ? 'registry' : id.slice(resolved('').length));
    },
    watchChange(id) {
      if (id.startsWith(contractFolder)) contract = undefined;
    },
  };
}
