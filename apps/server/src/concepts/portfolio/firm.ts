import { loadLinkState } from '@carrara/adapters/postgres/platform/tenantLink/linkOfRecord';
import { containerNavigation } from '@carrara/adapters/postgres/portfolio/container/navigation';
import { firmStore } from '@carrara/adapters/postgres/portfolio/firm/firmStore';
import { type Firm, type firmEndpoints, type StoredFirm } from '@carrara/contract/portfolio/firm';
import { storedAddress, type PostalAddress } from '@carrara/domain/platform/address';
import { emptyId } from '@carrara/contract/core/kinds';
import { ok } from '@carrara/domain/kernel';
import type { Operations } from '../../core/operations.ts';
import { recordOperations } from '../../core/recordOperations.ts';

const { get, save, remove } = recordOperations<Firm, StoredFirm>({
  store: firmStore,
  answer: async (tx, stored) => ({ ...stored, ...(await loadLinkState(tx, 'firm', stored.id)) }),
  prepare: async (_context, values) =>
    ok({ ...values, address: storedAddress(values['address'] as PostalAddress | null | undefined, emptyId) }),
});

export const firmOperations: Operations<typeof firmEndpoints> = {
  getFirm: get,
  saveFirm: save('saveFirm'),
  deleteFirm: remove('deleteFirm'),
  listFirmNavigation: async ({ tx }) => ok(await containerNavigation(tx, 'firm')),
  getFirmProfile: get,
};
