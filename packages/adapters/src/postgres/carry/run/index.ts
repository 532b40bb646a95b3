export { loadLabels } from './labels.ts';
export { peopleOf } from './people.ts';
export { loadShares } from './shares.ts';
