export { decideCurrency, isSameCurrency } from './decideCurrency.ts';
export { datesInOrder, type VehicleDates } from './datesInOrder.ts';
