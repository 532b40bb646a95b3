export { attributeCarry, attributionPolicies, type AttributionPolicy } from './attribution.ts';
export { checkTerms } from './checkTerms.ts';
export * from './computeWaterfall.ts';
export * from './input.ts';
export * from './result.ts';
export { isCarryOfYear, taxDistributions } from './taxDistributions.ts';
export * from './terms.ts';
