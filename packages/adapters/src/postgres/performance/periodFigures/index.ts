export { feePayingOf, leftOutOfBasis, onBasis, reasonsOnBasis } from './basis.ts';
export { hasAcrossTransfer, isAcrossTransfer, isVehicleAcrossTransfer } from './acrossTransfer.ts';
export { figureColumns, figureRows, figureTotals, storedFigures as keptFigures, nothingBooked } from './figureRows.ts';
export { type RequestedFigures as AskedFigures, figuresInCurrency } from './inCurrency.ts';
export { fundsCovered, fundsLeftOut, investorCoverage, leftOutOf } from './investorCoverage.ts';
export { isOver, quarterOf, quartersOf } from './isOver.ts';
export { reportingDates } from './reportingDates.ts';
export { displayedQuarter as shownQuarter, displayedReportingDate as shownReportingDate } from './shownQuarter.ts';
