import { fundFigures, fundList } from '@carrara/adapters/postgres/portfolio/fund/fundList';
import { fundStore } from '@carrara/adapters/postgres/portfolio/container/containers';
import { vehicleFacts } from '@carrara/adapters/postgres/portfolio/vehicle';
import type { Fund, fundEndpoints } from '@carrara/contract/portfolio/fund';
import { err, ok } from '@carrara/domain/kernel';
import { datesInOrder } from '@carrara/domain/portfolio/vehicle';
import type { Operations } from '../../core/operations.ts';
import { refuseCurrencyChange } from './refuseCurrencyChange.ts';
import { saveWithBasis, type VehiclePorts } from './saveWithBasis.ts';
import { withVehicleDefaults } from './vehicleDefaults.ts';
import { listOperation, recordOperations } from '../../core/recordOperations.ts';

const records = recordOperations({
  store: fundStore,
  answer: async (tx, stored): Promise<Fund> => ({
    ...stored,
    ...(await fundFigures(tx, stored.id)),
    yearOfVintage: (await vehicleFacts(tx, stored.id))?.yearOfVintage ?? null,
  }),
  // A fund uses its legal name until it gets a short one.
  prepare: async (context, values, before) => {
    const failures = [
      ...datesInOrder({ ...before, ...values }),
      ...(await refuseCurrencyChange(context, values, before)),
    ];
    return failures.length > 0
      ? err(failures)
      : ok({ ...withVehicleDefaults(context, values, before), name: values['name'] || values['legalName'] });
  },
});

const save = records.save('saveFund');

export const fundOperations = (ports: VehiclePorts): Operations<typeof fundEndpoints> => ({
  listFunds: listOperation(fundList),
  getFund: records.get,
  saveFund: (context, { body }) =>
    saveWithBasis(ports, context, fundStore, body, (values) => save(context, { body: values })),
  deleteFund: records.remove('deleteFund'),
});
