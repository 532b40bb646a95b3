export { figureColumns, figureRows } from './figureRows.ts';
export { reportingDates } from './reportingDates.ts';
