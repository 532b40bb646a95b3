export * from './letterTemplate.ts';
