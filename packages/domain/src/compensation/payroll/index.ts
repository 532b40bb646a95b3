export * from './decideExplanation.ts';
export * from './tieOut.ts';
