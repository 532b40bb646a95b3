import { fileURLToPath } from 'node:url';
import { type Plugin, runnerImport } from 'vite';
import { type ContractModules, endpointsOf, listsOf, tablesOf } from './contractData.ts';

const contractFolder = fileURLToPath(new URL('../../../packages/contract/src/', import.meta.url));
const names = ['virtual:contract/endpoints', 'virtual:contract/tables'] as const;
const resolved = (name: string) => `\0${name}`;

async function loadContract(): Promise<ContractModules> {
  const all = fileURLToPath(new URL('./allContractModules.ts', import.meta.url));
  const { module } = await runnerImport<{ readonly modules: ContractModules }>(all, { configFile: false });
  return module.modules;
}

/**
 * Serves the contract as plain data. The packages define it with the validator. This plugin loads it once during the build and writes it out without
 * the validator, so that the browser loads neither zod nor decimal.js at its start. Types still come from the contract itself.
 */
export function contractModules(): Plugin {
  let contract: Promise<ContractModules> | undefined;
  return {
    name: 'carrara-contract',
    resolveId(id) {
      return (names as readonly string[]).includes(id) ? resolved(id) : undefined;
    },
    async load(id) {
      if (!names.some((name) => resolved(name) === id)) return undefined;
      contract ??= loadContract();
      const modules = await contract;
      for (const file of Object.keys(modules)) this.addWatchFile(`${contractFolder}${file}`);
      if (id === resolved('virtual:contract/endpoints')) {
        return `export const endpoints = ${JSON.stringify(endpointsOf(modules))};`;
      }
      return `export const lists = ${JSON.stringify(listsOf(modules))};\nexport const fields = ${JSON.stringify(tablesOf(modules))};`;
    },
    watchChange(id) {
      if (id.startsWith(contractFolder)) contract = undefined;
    },
  };
}
