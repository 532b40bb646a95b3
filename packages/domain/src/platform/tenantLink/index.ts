export * from './decisions.ts';
export { tenantLinkLifecycle } from './lifecycle.ts';
export { type LinkSubject, moveLink, subjectFailures } from './tenantLink.ts';
