export * from './investorReads.ts';
export * from './loadStatements.ts';
export * from './loadWholeAccounts.ts';
export * from './statementLists.ts';
