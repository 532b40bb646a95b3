export { entryRow, shareRows } from '@carrara/adapters/postgres/performance/ledger';
