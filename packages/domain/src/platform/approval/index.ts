export * from './decision.ts';
export { approvalLifecycle } from './lifecycle.ts';
export * from './rule.ts';
