/** What tests of several packages share. */
export * as carryPlan from './carryPlan.ts';
