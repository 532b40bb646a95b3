import type { TenantContext } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import type { RequestContext } from './operations.ts';

/** Caller of an admitted request. */
export interface RequestedBeside {
  readonly scope: TenantContext;
  readonly told: Omit<RequestContext, 'tx' | 'client'>;
}
export const requestedOf = ({ tx, client: _client, ...told }: RequestContext): RequestedBeside => ({
  scope: { tenantId: tx.tenantId, personId: tx.personId, token: tx.token, module: tx.module, now: tx.now },
  told,
});
