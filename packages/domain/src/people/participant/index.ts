export * from './decisions.ts';
export * from './employment.ts';
export { employeeLifecycle } from './lifecycle.ts';
