export { type TestStore, type TestTenant, testStore } from './tenants.ts';
export { type TestDatabase, type TestEngine, systemBinDir, testDatabase, testEngines } from './testDatabase.ts';
export { referenceEntry } from './reference.ts';
