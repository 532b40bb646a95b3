import { readTransferDates } from '@carrara/adapters/postgres/platform/dataTransfer/dataTransfers';
import { loadLinkState } from '@carrara/adapters/postgres/platform/tenantLink/linkOfRecord';
import { containerNavigation } from '@carrara/adapters/postgres/portfolio/container/navigation';
import { investorList, investorStore } from '@carrara/adapters/postgres/portfolio/investor/investors';
import { wouldOwnItself } from '@carrara/adapters/postgres/portfolio/investor/feeders';
import { emptyId, type Reference } from '@carrara/contract/core/kinds';
import type { investorEndpoints } from '@carrara/contract/portfolio/investor';
import { err, ok } from '@carrara/domain/kernel';
import { decideInvestor } from '@carrara/domain/portfolio/investor';
import { storedAddress, type PostalAddress } from '@carrara/domain/platform/address';
import { referenceCode } from '@carrara/adapters/postgres/platform/reference';
import type { Operations } from '../../core/operations.ts';
import { plainOperations } from '../../core/plainOperations.ts';

export const investorOperations: Operations<typeof investorEndpoints> = {
  ...plainOperations('investor', investorStore, investorList, {
    prepare: async ({ tx }, values, before) => {
      const { type, vehicle, address } = values as {
        readonly type: Reference;
        readonly vehicle?: Reference | null;
        readonly address?: PostalAddress | null;
      };
      const isVehicle = vehicle && vehicle.id !== emptyId ? vehicle.id : undefined;
      const failures = decideInvestor({
        type: await referenceCode(tx, 'investor-type', type.id),
        isVehicle: isVehicle !== undefined,
        wouldOwnItself:
          before !== undefined &&
          isVehicle !== undefined &&
          (await wouldOwnItself(tx, { investorId: before.id, isVehicle })),
      });
      if (failures.length > 0) return err(failures);
      return ok({ ...values, address: storedAddress(address, emptyId) });
    },
    answer: async (tx, stored) => {
      const [link, dataTransferDates] = await Promise.all([
        loadLinkState(tx, 'investor', stored.id),
        readTransferDates(tx, stored.id),
      ]);
      return { ...stored, ...link, dataTransferDates };
    },
  }),
  listInvestorNavigation: async ({ tx }) => ok(await containerNavigation(tx, 'investor')),
};
