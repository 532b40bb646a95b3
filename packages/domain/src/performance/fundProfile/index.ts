export * from './fundsAndIndex.ts';
export * from './fundProfile.ts';
export * from './fundProfileText.ts';
export * from './keyFigures.ts';
export * from './pooledMultiples.ts';
export * from './quarterHistory.ts';
export * from './vintages.ts';
