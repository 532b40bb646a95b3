export * from './cashAlone.ts';
export { fundsWithoutQuarter } from './fundsWithoutQuarter.ts';
export * from './transferChoices.ts';
export * from './transferMetrics.ts';
export * from './transferOrigins.ts';
export * from './transferStatements.ts';
