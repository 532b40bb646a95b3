export { type ClosedMetric, metricStore, replaceMetricsOfPeriods } from './metricStore.ts';
export { type MetricRow, metricsOf } from './metricsOf.ts';
