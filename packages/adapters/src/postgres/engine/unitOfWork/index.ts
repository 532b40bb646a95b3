export type { TenantContext, Transaction } from './transaction.ts';
export { type TransactionOptions, type UnitOfWorkOptions, unitOfWork, type WithTenant } from './withTenant.ts';
