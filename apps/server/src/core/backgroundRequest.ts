import type { TenantContext } from '@carrara/adapters/postgres/engine/journal/tenantContext';
import type { RequestContext } from './operations.ts';

/** Caller of an admitted request. */
export interface BackgroundRequest {
  readonly scope: TenantContext;
  readonly facts: Omit<RequestContext, 'tx' | 'client'>;
}
export const toBackgroundRequest = ({ tx, client: _client, ...facts }: RequestContext): BackgroundRequest => ({
  scope: { tenantId: tx.tenantId, personId: tx.personId, token: tx.token, module: tx.module, now: tx.now },
  facts,
});
