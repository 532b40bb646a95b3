export { firmInvestors } from './firmInvestors.ts';
export { firmList, type StoredFirmSums, type SummedFirm, summedFirms } from './firmList.ts';
