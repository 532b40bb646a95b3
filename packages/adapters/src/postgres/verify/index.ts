export type { Finding, TenantFinding } from './finding.ts';
export { labelOf as recordLabel } from './verifyRecords.ts';
export { type RunReport, verifyDistributions } from './verifyDistributions.ts';
export { verifyForecasts } from './verifyForecasts.ts';
export { verifyRealizations } from './verifyRealizations.ts';
export type { FileDigests } from './verifyFiles.ts';
export { verifySchema } from './verifySchema.ts';
export { verifyReportRuns } from './verifyReportRuns.ts';
export { type TenantReport, verifyTenant } from './verifyTenant.ts';
