export * from './lookThrough.ts';
