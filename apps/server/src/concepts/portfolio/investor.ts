import { transferDatesOf } from '@carrara/adapters/postgres/platform/dataTransfer';
import { loadLinkState } from '@carrara/adapters/postgres/platform/tenantLink';
import { containerNavigation } from '@carrara/adapters/postgres/portfolio/container';
import { investorList, investorStore, wouldHoldItself } from '@carrara/adapters/postgres/portfolio/investor';
import { emptyId, type Reference } from '@carrara/contract/core/kinds';
import type { investorEndpoints } from '@carrara/contract/portfolio/investor';
import { err, fail, ok } from '@carrara/domain/kernel';
import { keptAddress, type PostalAddress } from '@carrara/domain/platform/address';
import { referenceCode } from '@carrara/adapters/postgres/platform/reference';
import type { Operations } from '../../operations.ts';
import { plainOperations } from '../../plainOperations.ts';

/** Types of investors that can be vehicles themselves. */
const vehicles: readonly string[] = ['FUND', 'SPV'];

export const investorOperations: Operations<typeof investorEndpoints> = {
  ...plainOperations(
    'investor',
    investorStore,
    investorList,
    async ({ tx }, values, before) => {
      const { type, vehicle, address } = values as {
        readonly type: Reference;
        readonly vehicle?: Reference | null;
        readonly address?: PostalAddress | null;
      };
      const code = await referenceCode(tx, 'investor-type', type.id);
      if (code === undefined) return err([fail('NOT_FOUND', ['type'], 'There is no such type.')]);
      const isVehicle = vehicle && vehicle.id !== emptyId ? vehicle.id : undefined;
      if (isVehicle && !vehicles.includes(code))
        return err([
          fail('INVALID_VALUE', ['vehicle'], 'Only an investor of type SPV or fund can be a vehicle itself.'),
        ]);
      if (before && isVehicle && (await wouldHoldItself(tx, { investorId: before.id, isVehicle })))
        return err([
          fail(
            'FEEDER_CYCLE',
            ['vehicle'],
            'The investor has a commitment to this vehicle, or to one that it holds. Choose another vehicle.',
          ),
        ]);
      return ok({ ...values, address: keptAddress(address, emptyId) });
    },
    async (tx, stored) => {
      const [link, dataTransferDates] = await Promise.all([
        loadLinkState(tx, 'investor', stored.id),
        transferDatesOf(tx, stored.id),
      ]);
      return { ...stored, ...link, dataTransferDates };
    },
  ),
  listInvestorNavigation: async ({ tx }) => ok(await containerNavigation(tx, 'investor')),
};
