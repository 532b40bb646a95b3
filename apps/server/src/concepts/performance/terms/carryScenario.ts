import {
  carryScenarioStore,
  type StoredScenario,
} from '@carrara/adapters/postgres/performance/analysis/carryScenarios';
import { loadVehicle } from '@carrara/adapters/postgres/performance/ledger/loadLedger';
import type { InputOf, ResultOf } from '@carrara/contract/core/endpoint';
import type { StatusValue } from '@carrara/contract/core/kinds';
import { whatIfTermFields } from '@carrara/contract/performance/carryTerms/whatIfTerms';
import {
  type CarryScenario,
  type carryScenarioEndpoints,
  whatIfFields,
} from '@carrara/contract/performance/liquidation/carryScenario';
import { err, type Failures, moneyText, noSuch, ok, type Result } from '@carrara/domain/kernel';
import { type MainTerms, mainTerms, termChanges } from '@carrara/domain/performance/carryTerms';
import {
  type ComparedAmount,
  compareLiquidations,
  type CoveredLiquidation,
  coverByEscrow,
  hypotheticalLiquidation,
} from '@carrara/domain/performance/liquidation';
import type { Operations, RequestContext } from '../../../core/operations.ts';
import { recordOperations } from '../../../core/recordOperations.ts';
import { vehicleNotFound } from '../../../usecases/ledgerPosting.ts';
import { deleteScenario, prepareScenario, scenarioRights } from '../../../usecases/performance/carryScenario.ts';
import { readable } from './carryTermsText.ts';
import {
  escrowHolders,
  type EscrowPort,
  findLiquidation,
  type FoundLiquidation,
  liquidationReasons,
} from './liquidation.ts';

type Endpoints = typeof carryScenarioEndpoints;
type Side = ResultOf<Endpoints['compareCarryScenarios']>['sides'][number];
type WhatIfQuery = Omit<InputOf<Endpoints['compareCarryScenarios']>['query'], 'scenarioIds'>;

/** Returns a scenario as its reader sees it. */
function readableScenario(stored: StoredScenario, context: Pick<RequestContext, 'person' | 'grants'>): CarryScenario {
  const { ownerId: _ownerId, ...scenario } = stored;
  const inputs = readable(whatIfFields, scenario).map(({ title, value }) => `${title}: ${value}`);
  return { ...scenario, inputs: inputs.join(' · '), ...scenarioRights(stored, context) };
}

const records = recordOperations<CarryScenario, StoredScenario>({
  store: carryScenarioStore,
  answer: async (_tx, stored, context) => readableScenario(stored, context),
  prepare: (context, values, before) => prepareScenario(context, values, before),
});

/** Returns the inputs of a scenario as parameters of a what-if. */
const whatIfOf = (scenario: StoredScenario): WhatIfQuery =>
  Object.fromEntries(
    (Object.keys(whatIfFields) as (keyof typeof whatIfFields)[]).flatMap((name) => {
      const value: string | StatusValue | null = scenario[name];
      return value === null ? [] : [[name, typeof value === 'string' ? value : value.code]];
    }),
  );

/** A side before it is compared. */
interface ReadSide {
  readonly scenarioId: string | null;
  readonly name: string;
  readonly query: WhatIfQuery;
  readonly found: Result<FoundLiquidation, Failures>;
  readonly liquidation: Result<CoveredLiquidation, Failures>;
}

const texts = ({ amount, difference }: ComparedAmount) => ({
  amount: amount && moneyText(amount),
  difference: difference && moneyText(difference),
});
const allTexts = <N extends string>(figures: Readonly<Record<N, ComparedAmount>>) =>
  Object.fromEntries(
    (Object.entries(figures) as [N, ComparedAmount][]).map(([name, compared]) => [name, texts(compared)]),
  ) as Record<N, ReturnType<typeof texts>>;

const noTerms = {} as Partial<MainTerms>;
const termsIn = (found: Result<FoundLiquidation, Failures>): Partial<MainTerms> => {
  const terms = found.isOk() ? found.value.book.terms : null;
  return terms === null ? noTerms : mainTerms(terms.entered);
};

/** Returns the inputs of a what-if in words: the sale, and the terms that differ from the agreed ones. */
function changesOf({ query, found }: ReadSide, agreed: Partial<MainTerms>): Side['changes'] {
  const { exitValue, navPercent, exitDate } = query;
  const sale = readable(whatIfFields, { exitValue, navPercent, exitDate });
  return [
    ...sale.map(({ field, title, value }) => ({ field, title, before: null, after: value })),
    ...termChanges(readable(whatIfTermFields, agreed), readable(whatIfTermFields, termsIn(found))),
  ];
}

function sideOf(side: ReadSide, now: CoveredLiquidation | null, agreed: Partial<MainTerms>): Side {
  const { scenarioId, name, query, found, liquidation } = side;
  const { figures, partners } = compareLiquidations(liquidation.unwrapOr(null), now);
  return {
    scenarioId,
    name,
    exitDate: found.isOk() ? (query.exitDate ?? found.value.book.until) : null,
    changes: changesOf(side, agreed),
    ...allTexts(figures),
    partners: partners.map((partner) => ({ id: partner.id, name: partner.name, ...allTexts(partner.figures) })),
    notDetermined: liquidation.isErr() ? liquidationReasons(liquidation.error) : [],
  };
}

export const carryScenarioOperations = (ports: EscrowPort): Operations<Endpoints> => ({
  async listCarryScenarios(context, { params }) {
    if ((await loadVehicle(context.tx, params.id)) === undefined) return err(vehicleNotFound());
    const scenarios = await carryScenarioStore.find(context.tx, { vehicle: params.id });
    const byName = scenarios.toSorted((first, other) => first.name.localeCompare(other.name, 'en'));
    return ok({ scenarios: byName.map((scenario) => readableScenario(scenario, context)) });
  },

  async compareCarryScenarios({ tx }, { params, query: { scenarioIds, ...whatIf } }) {
    const ids = scenarioIds?.toLowerCase().split(',') ?? [];
    const scenarios = await carryScenarioStore.loadMany(tx, ids);
    const chosen = ids.map((id) =>
      scenarios.find((scenario) => scenario.id === id && scenario.vehicle.id === params.id),
    );
    const isWhatIf = Object.values(whatIf).some((value) => value !== undefined);
    const inputs = [
      { scenarioId: null, name: 'Now', query: {} },
      ...(isWhatIf ? [{ scenarioId: null, name: 'What if', query: whatIf }] : []),
      ...chosen.flatMap((scenario) =>
        scenario === undefined ? [] : [{ scenarioId: scenario.id, name: scenario.name, query: whatIfOf(scenario) }],
      ),
    ];
    if (chosen.includes(undefined)) return err([noSuch('carry scenario', ['scenarioIds'])]);
    const holders = await escrowHolders(ports, { tx }, params);
    const sides: ReadSide[] = [];
    for (const input of inputs) {
      const found = await findLiquidation({ tx }, { params, query: input.query });
      sides.push({
        ...input,
        found,
        liquidation: found
          .andThen(({ book, whatIf: sale }) => hypotheticalLiquidation(book, sale))
          .map((liquidation) => ({ ...liquidation, ...coverByEscrow(liquidation, holders) })),
      });
    }
    const [now, requested] = sides;
    if (now === undefined || now.found.isErr()) return err(now?.found.isErr() ? now.found.error : vehicleNotFound());
    // A what-if of the request is refused. A scenario that was saved for an earlier quarter says why it has no result.
    if (isWhatIf && requested?.found.isErr()) return err(requested.found.error);
    const agreed = termsIn(now.found);
    const before = now.liquidation.unwrapOr(null);
    return ok({
      currency: now.found.value.vehicle.currency,
      terms: [...readable(whatIfTermFields, agreed)],
      sides: sides.map((side) => sideOf(side, side === now ? null : before, agreed)),
    });
  },

  saveCarryScenario: records.save('saveCarryScenario'),
  deleteCarryScenario: (context, { params, query }) =>
    deleteScenario(context, { id: params.id, rowVersion: query.rowVersion }),
});
