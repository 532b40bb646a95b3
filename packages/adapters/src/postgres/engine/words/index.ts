export * from './amounts.ts';
export * from './personName.ts';
