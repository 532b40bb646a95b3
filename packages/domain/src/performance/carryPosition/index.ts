export * from './carryPosition.ts';
export * from './exposure.ts';
export * from './preferredReturn.ts';
export * from './proposedCarry.ts';
