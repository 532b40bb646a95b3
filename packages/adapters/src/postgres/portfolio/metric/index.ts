export { type GivenMetric, metricStore, replaceMetrics } from './metricStore.ts';
export { type MetricRow, metricsOf } from './metricsOf.ts';
