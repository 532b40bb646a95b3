export * from './cashFlows.ts';
export * from './portfolioTexts.ts';
export * from './statementLedger.ts';
export * from './vehiclePortfolio.ts';
export * from './vehicleStatement.ts';
export * from './withReportedNavs.ts';
export * from './withoutLaterNavs.ts';
