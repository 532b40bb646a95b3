import type { TenantContext } from '@carrara/adapters/postgres/engine/unitOfWork';
import type { RequestContext } from './operations.ts';

/** Caller of an admitted request. */
export interface AskedBeside {
  readonly scope: TenantContext;
  readonly told: Omit<RequestContext, 'tx' | 'client'>;
}
export const askedOf = ({ tx, client: _client, ...told }: RequestContext): AskedBeside => ({
  scope: { tenantId: tx.tenantId, personId: tx.personId, token: tx.token, module: tx.module, now: tx.now },
  told,
});
