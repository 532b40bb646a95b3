export { decideTranche, holdingOf, type TrancheToSave } from './decideTranche.ts';
export { nextTrancheNumber, trancheName } from './naming.ts';
