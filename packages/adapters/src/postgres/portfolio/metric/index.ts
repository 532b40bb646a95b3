export { metricStore, replaceMetricsOfPeriods } from './metricStore.ts';
export { metricsOf } from './metricsOf.ts';
