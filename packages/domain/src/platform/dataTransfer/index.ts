export { dataTransferLifecycle } from './lifecycle.ts';
