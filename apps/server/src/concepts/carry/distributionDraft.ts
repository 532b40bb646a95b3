import { discardDraft, keepDraft, listDrafts } from '@carrara/adapters/postgres/carry/distribution';
import type { distributionDraftEndpoints } from '@carrara/contract/carry/distributionDraft';
import { ok } from '@carrara/domain/kernel';
import type { Operations } from '../../core/operations.ts';

export const distributionDraftOperations: Operations<typeof distributionDraftEndpoints> = {
  listDistributionDrafts: async ({ tx }, { query }) => ok(await listDrafts(tx, query.distributionId)),
  keepDistributionDraft: ({ tx }, { body }) => keepDraft(tx, body),
  discardDistributionDraft: ({ tx }, { params }) => discardDraft(tx, params.id),
};
