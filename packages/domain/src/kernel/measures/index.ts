export * from './averageIrr.ts';
export * from './change.ts';
export {
  type CashFlow,
  type CentFlows,
  flowSeries,
  nettedCents,
  notAnnualized,
  seriesOfCents,
} from './flowSeries.ts';
export * from './explainedSum.ts';
export * from './irr.ts';
export * from './keyFigure.ts';
export * from './multiples.ts';
export * from './indexValues.ts';
export * from './marketEquivalents.ts';
export * from './pme.ts';
export * from './projection.ts';
