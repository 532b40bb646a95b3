export * from './userStore.ts';
export { administeredApplications, directoryEntries } from './directory.ts';
