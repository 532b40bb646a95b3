export * from './benchmarksFor.ts';
export * from './levelLines.ts';
export * from './quartile.ts';
