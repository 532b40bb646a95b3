export * from './acknowledgment.ts';
export * from './decideReminder.ts';
export * from './deliveryKinds.ts';
