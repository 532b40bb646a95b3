export { taxProfileLifecycle } from './lifecycle.ts';
