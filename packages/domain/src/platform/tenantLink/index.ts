export * from './decisions.ts';
export { tenantLinkLifecycle } from './lifecycle.ts';
export { linkMoves, type LinkSubject, moveLink, subjectFailures } from './tenantLink.ts';
