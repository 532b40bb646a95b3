export * from './containers.ts';
export * from './participants.ts';
export * from './rules.ts';
export * from './lists.ts';
