export * from './charts.ts';
export { fundInvestorList, holdingList } from './fundLists.ts';
export * from './indexChart.ts';
export * from './readFund.ts';
export { vehicleList } from './vehicleList.ts';
