export * from './accountColumn.ts';
export * from './bridgeOfAccount.ts';
export * from './capitalAccount.ts';
export * from './portfolioSummary.ts';
export type { BookedAmount } from './runningRows.ts';
export * from './statementDates.ts';
export * from './templateRows.ts';
export * from './tieOuts.ts';
