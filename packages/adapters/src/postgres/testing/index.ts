export { referenceEntry } from './reference.ts';
export { systemBinDir, type TestEngine, testEngines } from './servers.ts';
export { type TestStore, type TestTenant, testStore } from './tenants.ts';
export { type TestDatabase, testDatabase } from './testDatabase.ts';
