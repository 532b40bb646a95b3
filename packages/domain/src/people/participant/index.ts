export * from './decisions.ts';
export * from './employment.ts';
export { type LaterPay, laterPayFailures } from './laterPay.ts';
export { employeeLifecycle, employmentSteps } from './lifecycle.ts';
