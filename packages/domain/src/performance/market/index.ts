export * from './levelLines.ts';
export * from './quartile.ts';
