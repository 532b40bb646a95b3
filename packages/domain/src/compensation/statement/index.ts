export * from './carryOfYear.ts';
export * from './countedFor.ts';
export * from './drafted.ts';
export * from './input.ts';
export * from './lifecycle.ts';
export * from './statement.ts';
export * from './statementText.ts';
export * from './yearFigures.ts';
