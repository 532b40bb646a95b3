export {
  type ClosedMetric,
  type GivenMetric,
  metricStore,
  replaceMetrics,
  replaceMetricsOfPeriod,
} from './metricStore.ts';
export { type MetricRow, metricsOf } from './metricsOf.ts';
