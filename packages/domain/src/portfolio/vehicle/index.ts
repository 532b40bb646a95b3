export { datesInOrder, type VehicleDates } from './datesInOrder.ts';
