export * from './decisions.ts';
export * from './demand.ts';
export * from './device.ts';
export * from './policy.ts';
export * from './recoveryCode.ts';
export * from './strength.ts';
export * from './timedCode.ts';
