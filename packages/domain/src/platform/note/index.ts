export * from './assignment.ts';
export * from './decisions.ts';
export * from './thread.ts';
