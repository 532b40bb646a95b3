export type { InSpan, SpanFacts, SpanOf } from './inSpan.ts';
export { refreshStatisticsOfWritten } from './refreshStatisticsOfWritten.ts';
export type { ActingToken, TenantContext, Transaction, TransactionOptions } from './transaction.ts';
export { type UnitOfWorkOptions, unitOfWork, type WithTenant } from './withTenant.ts';
