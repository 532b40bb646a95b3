export * from './fxConversion.ts';
