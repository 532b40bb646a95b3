export type { InSpan } from './inSpan.ts';
export { refreshStatisticsOfWritten } from './refreshStatisticsOfWritten.ts';
export type { ActingToken, TenantContext, Transaction } from './transaction.ts';
export { unitOfWork, type WithTenant } from './withTenant.ts';
