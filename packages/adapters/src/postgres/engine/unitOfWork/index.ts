export type { TenantContext, Transaction, TransactionOptions } from './transaction.ts';
export { type UnitOfWorkOptions, unitOfWork, type WithTenant } from './withTenant.ts';
