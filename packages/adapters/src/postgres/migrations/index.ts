export { createSchema as makeSchema, migrate, stillToApply } from './migrate.ts';
export { migrations } from './files.ts';
