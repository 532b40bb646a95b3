export { allocate, allocateFormula } from './allocate.ts';
export * from './computeProfile.ts';
export { allocateCents, MAX_DOUBLE_SPLIT, splitSmall } from './largestRemainder.ts';
export { allocationProfileLifecycle } from './lifecycle.ts';
export * from './profile.ts';
export * from './profileCompleteness.ts';
export * from './profileDifference.ts';
export * from './profileUse.ts';
export * from './reallocate.ts';
