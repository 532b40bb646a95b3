export * from './deliver.ts';
export { deliveryLog } from './deliveryLog.ts';
export * from './deliveryLists.ts';
export * from './ownDeliveries.ts';
