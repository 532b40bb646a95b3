export { type DistributionReport, verifyDistributions } from './verifyDistributions.ts';
