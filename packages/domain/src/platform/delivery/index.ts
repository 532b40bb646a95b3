export * from './acknowledgment.ts';
export * from './deliveryKinds.ts';
