export { tenantLinkLifecycle } from './lifecycle.ts';
