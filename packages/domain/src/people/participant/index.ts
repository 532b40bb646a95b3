export * from './decisions.ts';
export * from './employment.ts';
export { employeeLifecycle, employmentSteps } from './lifecycle.ts';
