import type { FailureCode } from '@carrara/domain/kernel';

/** Errors in the sources of any run. */
const wrongSources = [
  'NO_SOURCE',
  'SOURCE_DUPLICATE',
  'SOURCE_UNKNOWN',
  'SOURCE_TYPE_DIFFERS',
  'PROFILE_OF_OTHER_SOURCE',
  'MIXED_CURRENCIES',
] as const satisfies readonly FailureCode[];

/** Errors in amounts. */
export const wrongAmounts = [
  'MONEY_SCALE',
  'NEGATIVE_AMOUNT',
  'TOO_MANY_ROWS',
] as const satisfies readonly FailureCode[];

/** Errors in a distribution's input. With any of them, it isn't computed. */
export const wrongDistribution = [
  ...wrongSources,
  ...wrongAmounts,
  'ADJUSTMENT_AMBIGUOUS',
  'ADJUSTMENT_CONFLICT',
  'ADJUSTMENT_DUPLICATE',
  'ADJUSTMENT_NOT_SPLITTABLE',
  'AMOUNT_ABOVE_BALANCES',
  'BALANCE_NOT_DETERMINED',
  'CHARACTERIZATION_DUPLICATE',
  'CHARACTERIZATION_NOT_100',
  'CHARACTERIZATION_UNKNOWN',
  'FIGURES_DIFFER',
  'INVESTOR_BALANCE_OFF',
  'MEMBER_EFFECTIVE_FIXED',
  'NEGATIVE_ESCROW',
  'NEGATIVE_TAX',
  'NOT_RECONCILED',
  'NO_PARTICIPANT',
  'PARTICIPANT_UNKNOWN',
  'PERCENT_RANGE',
  'PERCENT_SCALE',
  'SHARE_DUPLICATE',
] as const satisfies readonly FailureCode[];

/** Errors in a realization's input. */
export const wrongRealization = [
  ...wrongSources,
  ...wrongAmounts,
  'FIGURES_DIFFER',
  'SOURCES_OF_SEVERAL_FUNDS',
] as const satisfies readonly FailureCode[];

/** Errors in a forecast's input. */
export const wrongForecast = [
  ...wrongSources,
  ...wrongAmounts,
  'NET_BELOW_ZERO',
  'NO_PARTICIPANT',
  'SOURCES_OF_SEVERAL_FUNDS',
  'SOURCES_OVERLAP',
] as const satisfies readonly FailureCode[];

/** Problems in the stored records that prevent the allocation. The run is saved as a draft and can't proceed. */
export const allocationProblems = [
  'ENTITY_CYCLE',
  'ENTITY_TOO_DEEP',
  'ENTITY_WITHOUT_MEMBERS',
  'MEMBERS_NOT_100',
  'MEMBER_MISMATCH',
  'OVER_ALLOCATED',
  'PARTICIPANT_DUPLICATE',
  'PARTICIPANT_UNKNOWN',
  'PERCENT_RANGE',
  'PERCENT_SCALE',
  'PROFILE_MISSING',
  'PROFILE_NOT_USABLE',
  'SHARE_DUPLICATE',
  'UNALLOCATED_NOT_ACKNOWLEDGED',
] as const satisfies readonly FailureCode[];
