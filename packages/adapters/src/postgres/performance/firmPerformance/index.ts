export { firmInvestors } from './firmInvestors.ts';
export { firmFigureList, firmList, type StoredFirmSums, summedFirms } from './firmList.ts';
