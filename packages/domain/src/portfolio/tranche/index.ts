export { decideTranche, toHolding, type TrancheToSave } from './decideTranche.ts';
export { nextTrancheNumber, trancheName } from './trancheName.ts';
