import { discardDraft, storeDraft, listDrafts } from '@carrara/adapters/postgres/carry/distribution/drafts';
import type { distributionDraftEndpoints } from '@carrara/contract/carry/run/distributionDraft';
import { ok } from '@carrara/domain/kernel';
import type { Operations } from '../../../core/operations.ts';

export const distributionDraftOperations: Operations<typeof distributionDraftEndpoints> = {
  listDistributionDrafts: async ({ tx }, { query }) => ok(await listDrafts(tx, query.distributionId)),
  storeDistributionDraft: ({ tx }, { body }) => storeDraft(tx, body),
  discardDistributionDraft: ({ tx }, { params }) => discardDraft(tx, params.id),
};
