export {
  type Capital,
  CapitalSum,
  requireCapital,
  capitalFigures,
  type Flow,
  navFormula,
  netAssetValue,
  notReported as missingReport,
  rateUntil,
  type ReportedSum,
} from './capital.ts';
export * from './computeInvestors.ts';
export * from './investorCoverage.ts';
export * from './storedCapital.ts';
export * from './convertedFigures.ts';
export * from './computeVehicle.ts';
export { lastQuarter } from './lastQuarter.ts';
export * from './decideNavBasis.ts';
export * from './decideReported.ts';
export * from './decideSecurities.ts';
export * from './decisions.ts';
export { figureTexts } from './figuresText.ts';
export * from './figures.ts';
export * from './hasVehicleEnded.ts';
export { withComputedFigures } from './withComputedFigures.ts';
export * from './includeAllPartners.ts';
export * from './pooledFigures.ts';
export { quarterValues, sumValues, valueChange } from './quarterValues.ts';
export * from './reasons.ts';
export * from './reportedNav.ts';
export * from './reportedFigure.ts';
export {
  contradictedMultiple,
  contradictedRow,
  isTvpiTied,
  type ReportedFacts,
  reportedWarnings,
} from './reportedWarnings.ts';
export * from './reportedCapital.ts';
export * from './transferredStatement.ts';
export { type TradedAmount, tradedFigures } from './tradedFigures.ts';
export * from './engineVersion.ts';
export { gainAt, sharingDays, type SecurityHistory, UnrealizedGain } from './unrealizedGain.ts';
export { type ValuedFacts, valuationWarnings } from './valuationWarnings.ts';
