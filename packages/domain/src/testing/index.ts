/** Helpers that tests of several packages share. */
export * as carryPlan from './carryPlan.ts';
export {
  exactDistribution,
  type PlainInput,
  type PlainParticipant,
  type PlainRow,
  type PlainShare,
  type PlainTaxProfile,
} from './exactDistribution.ts';
export { caseCount, isThorough } from './caseCount.ts';
