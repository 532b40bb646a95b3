import { containerNavigation } from '@carrara/adapters/postgres/portfolio/container';
import { firmList, firmStore } from '@carrara/adapters/postgres/portfolio/firm';
import type { firmEndpoints } from '@carrara/contract/portfolio/firm';
import { keptAddress, type PostalAddress } from '@carrara/domain/platform/address';
import { emptyId } from '@carrara/contract/core/kinds';
import { ok } from '@carrara/domain/kernel';
import type { Operations } from '../../operations.ts';
import { plainOperations } from '../../plainOperations.ts';

const plain = plainOperations('firm', firmStore, firmList, async (_context, values) =>
  ok({ ...values, address: keptAddress(values['address'] as PostalAddress | null | undefined, emptyId) }),
);

export const firmOperations: Operations<typeof firmEndpoints> = {
  ...plain,
  listFirmNavigation: async ({ tx }) => ok(await containerNavigation(tx, 'firm')),
  getFirmProfile: plain.getFirm,
};
