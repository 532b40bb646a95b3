export * from './decisions.ts';
export * from './schedule.ts';
