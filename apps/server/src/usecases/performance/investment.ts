import {
  coinvestmentInvestmentStore,
  fundInvestmentStore,
} from '@carrara/adapters/postgres/portfolio/container/containers';
import { vehicleFacts } from '@carrara/adapters/postgres/portfolio/vehicle';
import type { performanceInvestmentEndpoints } from '@carrara/contract/performance/investment/investment';
import { err, type Failures } from '@carrara/domain/kernel';
import { decideVehicles } from '@carrara/domain/portfolio/investment';
import type { HandlerInputOf, RequestContext } from '../../core/operations.ts';
import { saveInvestment } from '../portfolio/investment.ts';
import type { Outcome } from '../outcome.ts';

type InvestmentToSave = HandlerInputOf<(typeof performanceInvestmentEndpoints)['savePerformanceInvestment']>['body'];

/**
 * Saves an investment with the vehicles that hold it, and returns its id. Carry's fields of a holding, vintage and
 * amount, stay.
 *
 * Fails: as `decideVehicles` and the use case of the portfolio.
 */
export async function savePerformanceInvestment(
  context: RequestContext,
  { vehicles, ...own }: InvestmentToSave,
): Outcome {
  const { tx } = context;
  const holders = await Promise.all(
    (vehicles ?? []).map(async ({ id }) => ({ id, kind: (await vehicleFacts(tx, id))?.kind })),
  );
  const before = own.id
    ? {
        fund: await fundInvestmentStore.find(tx, { investment: own.id }),
        coinvestment: await coinvestmentInvestmentStore.find(tx, { investment: own.id }),
      }
    : { fund: [], coinvestment: [] };

  const wrong = decideVehicles(holders.map(({ kind }) => kind));
  if (wrong.length > 0) return err(wrong);

  const partsOf = (kind: 'fund' | 'coinvestment') =>
    holders.flatMap((holder) => {
      if (holder.kind !== kind) return [];
      const part = before[kind].find((storedRecord) => (storedRecord[kind] as { id: string }).id === holder.id);
      return [
        {
          holder: { id: holder.id },
          vintage: (part?.['vintage'] as { id: string } | null | undefined) ?? null,
          investedAmount: (part?.['investedAmount'] as string | null | undefined) ?? null,
        },
      ];
    });
  const saved = await saveInvestment(context, {
    ...own,
    type: own.type?.id ? own.type : null,
    fundInvestments: partsOf('fund').map(({ holder, ...part }) => ({ ...part, fund: holder })),
    coinvestmentInvestments: partsOf('coinvestment').map(({ holder, ...part }) => ({ ...part, coinvestment: holder })),
  });
  return saved.map(({ id }) => id).mapErr((failures) => failures.map(atVehicles));
}

const atVehicles = (failure: Failures[number]) =>
  ['fundInvestments', 'coinvestmentInvestments'].includes(String(failure.path[0]))
    ? { ...failure, path: ['vehicles'] }
    : failure;
