export * from './changes.ts';
export * from './decideCarryTerms.ts';
export * from './enteredTerms.ts';
export * from './payoff.ts';
export * from './termVersions.ts';
export * from './wholeFundCarry.ts';
export { wholeFundTerms } from './wholeFundTerms.ts';
