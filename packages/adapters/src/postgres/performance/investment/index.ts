export {
  holdings,
  performanceInvestmentList,
  sectorFacets,
  type StoredInvestmentRow,
} from './investmentList.ts';
export { holdingPeriodStore, investmentPeriodStore, latestMetrics, metricsUntil, newsStore } from './periodStores.ts';
export * from './readInvestment.ts';
