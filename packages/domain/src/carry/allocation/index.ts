export * from './computeProfile.ts';
export { allocationProfileLifecycle, decideProfileMove } from './lifecycle.ts';
export * from './profile.ts';
export * from './profileCompleteness.ts';
export * from './profileDifference.ts';
export * from './profileDraft.ts';
export * from './profileUse.ts';
export * from './reallocate.ts';
