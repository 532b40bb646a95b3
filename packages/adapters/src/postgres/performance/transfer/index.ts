export * from './cashAlone.ts';
export * from './transferChoices.ts';
export * from './transferMetrics.ts';
export * from './transferOrigins.ts';
export * from './transferStatements.ts';
