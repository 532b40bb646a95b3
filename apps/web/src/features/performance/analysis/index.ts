export { AnalysisMenu } from './AnalysisMenu.tsx';
export { Benchmark } from './Benchmark.tsx';
export { FeeComparison } from './FeeComparison.tsx';
export { FeeTemplate } from './FeeTemplate.tsx';
export { PerformanceTemplate } from './PerformanceTemplate.tsx';
