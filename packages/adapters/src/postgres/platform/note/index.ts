export * from './annotated.ts';
export * from './notes.ts';
