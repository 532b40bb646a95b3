export { firmInvestors } from './firmInvestors.ts';
export { firmFigureList, firmList, type StoredFirmSums, type SummedFirm, summedFirms } from './firmList.ts';
