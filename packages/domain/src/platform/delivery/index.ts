export * from './acknowledgement.ts';
export * from './deliveryKinds.ts';
