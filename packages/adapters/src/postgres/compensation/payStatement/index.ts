export * from './payStatements.ts';
export * from './releases.ts';
export * from './statementFacts.ts';
