export { allocate } from './allocate.ts';
export { allocateCents, MAX_DOUBLE_SPLIT, splitSmall } from './largestRemainder.ts';
