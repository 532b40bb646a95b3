export * from './addressLines.ts';
export * from './amounts.ts';
export * from './personName.ts';
