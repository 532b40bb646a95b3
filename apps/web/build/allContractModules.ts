import type { ContractModules } from './contractData.ts';

const folder = '../../../packages/contract/src/';
const found = import.meta.glob<Readonly<Record<string, unknown>>>(
  ['../../../packages/contract/src/**/*.ts', '!**/*.test.ts'],
  { eager: true },
);

/** Every module of the contract package, by its path in the package's sources. */
export const modules: ContractModules = Object.fromEntries(
  Object.entries(found).map(([file, module]) => [file.slice(folder.length), module]),
);
