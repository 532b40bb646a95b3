export * from './changes.ts';
export * from './changeTerms.ts';
export * from './decideCarryTerms.ts';
export * from './enteredTerms.ts';
export * from './payoff.ts';
export * from './summarizeCarry.ts';
export * from './termVersions.ts';
export { wholeFundTerms } from './wholeFundTerms.ts';
