export * from './carryProposal.ts';
export * from './decideCarryBooking.ts';
export * from './hypotheticalLiquidation.ts';
export * from './liquidationBook.ts';
export * from './liquidationFacts.ts';
