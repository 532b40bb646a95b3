import { coinvestmentFigures, coinvestmentList } from '@carrara/adapters/postgres/portfolio/coinvestment';
import { coinvestmentStore, fundStore } from '@carrara/adapters/postgres/portfolio/container/containers';
import { vehicleFacts } from '@carrara/adapters/postgres/portfolio/vehicle';
import type { Coinvestment, coinvestmentEndpoints } from '@carrara/contract/portfolio/coinvestment';
import { err, ok } from '@carrara/domain/kernel';
import { datesInOrder } from '@carrara/domain/portfolio/vehicle';
import type { Operations } from '../../core/operations.ts';
import { refuseCurrencyChange } from './refuseCurrencyChange.ts';
import { saveWithBasis, type VehiclePorts } from './saveWithBasis.ts';
import { withVehicleDefaults } from './vehicleDefaults.ts';
import { listOperation, recordOperations } from '../../core/recordOperations.ts';

const records = recordOperations({
  store: coinvestmentStore,
  answer: async (tx, stored): Promise<Coinvestment> => ({
    ...stored,
    ...(await coinvestmentFigures(tx, stored.id)),
    yearOfVintage: (await vehicleFacts(tx, stored.id))?.yearOfVintage ?? null,
  }),
  // A coinvestment has its fund's currency unless another is given.
  prepare: async (context, values, before) => {
    const fund = values['currency']
      ? undefined
      : await fundStore.load(context.tx, (values['fund'] as { id: string }).id);
    const whole = fund ? { ...values, currency: fund.currency } : values;
    const failures = [
      ...datesInOrder({ ...before, ...whole }),
      ...(await refuseCurrencyChange(context, whole, before)),
    ];
    return failures.length > 0 ? err(failures) : ok(withVehicleDefaults(context, whole, before));
  },
});

const save = records.save('saveCoinvestment');

export const coinvestmentOperations = (ports: VehiclePorts): Operations<typeof coinvestmentEndpoints> => ({
  listCoinvestments: listOperation(coinvestmentList),
  getCoinvestment: records.get,
  saveCoinvestment: (context, { body }) =>
    saveWithBasis(ports, context, coinvestmentStore, body, (values) => save(context, { body: values })),
  deleteCoinvestment: records.remove('deleteCoinvestment'),
});
