export * from './accountGivers.ts';
export * from './effectiveAccess.ts';
export { holdsModule } from './holdsModule.ts';
export * from './invitationStore.ts';
export * from './seesAllPay.ts';
export * from './userStore.ts';
export { administeredApplications, directoryEntries, lockRoles, presentGrants } from './directory.ts';
