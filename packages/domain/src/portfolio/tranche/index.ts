export { nextTrancheNumber, trancheName } from './naming.ts';
