export * from './groupStore.ts';
export * from './providerGroups.ts';
