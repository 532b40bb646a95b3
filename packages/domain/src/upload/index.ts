export { uploadLifecycle } from './lifecycle.ts';
