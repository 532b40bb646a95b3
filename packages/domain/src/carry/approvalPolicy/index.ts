export * from './policy.ts';
export * from './substitute.ts';
