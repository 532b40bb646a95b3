export * from './decisions.ts';
export { tenantLinkLifecycle } from './lifecycle.ts';
export { linkMoves, type LinkSubject, type MovedLink, moveLink, subjectFailures } from './tenantLink.ts';
