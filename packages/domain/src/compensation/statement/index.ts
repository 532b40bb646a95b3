export * from './carryOfYear.ts';
export * from './countedFor.ts';
export * from './input.ts';
export * from './statement.ts';
export * from './statementText.ts';
export * from './yearFigures.ts';
