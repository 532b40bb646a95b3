export { heldInvestmentList } from './heldInvestments.ts';
export * from './navigation.ts';
