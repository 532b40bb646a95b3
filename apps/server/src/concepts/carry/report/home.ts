import { bankAccountPeople, peopleWithWaitingChanges } from '@carrara/adapters/postgres/carry/bankAccount';
import { substitutedApprovers } from '@carrara/adapters/postgres/carry/approvalPolicy/substitutes';
import { carryByFundAndYear, fundNames } from '@carrara/adapters/postgres/carry/home/carryByFund';
import { lastRuns, maxWaitingItems, waitingFor } from '@carrara/adapters/postgres/carry/home/waitingItems';
import type { HomeVesting, homeEndpoints } from '@carrara/contract/carry/home/home';
import { hasPermission } from '@carrara/contract/core/permissions';
import { bankAccountAnswerFailures } from '@carrara/domain/carry/bankAccount';
import { ok } from '@carrara/domain/kernel';
import { importableTypes } from '../../../core/importPermissions.ts';
import type { Operations, RequestContext } from '../../../core/operations.ts';
import { carryRules } from '../../../usecases/carry/carryRules.ts';
import { explainHomeFigure, homeKeyFigures } from './homeFigures.ts';
import { vestingHorizon, vestingAhead } from '../vesting/vestingAhead.ts';

/** Returns the carry that vests in the next twelve months by fund, as the report adds it up. */
async function vestingByFund({ tx, today }: RequestContext): Promise<HomeVesting> {
  const sums = (await vestingAhead.sums(tx, { today, sumsOnly: true })).subtotals.filter(({ keys }) => keys.length > 0);
  const names = await fundNames(
    tx,
    sums.map(({ keys: [holder = ''] }) => holder),
  );
  const byFund = sums.map(({ keys: [holderId], splitKeys: [currency = null], totals }) => {
    const total = (field: string) => totals.find((candidate) => candidate.field === field)?.total ?? null;
    const holder = names.find((name) => name.holderId === holderId);
    return {
      holderId: holderId ?? null,
      holderType: holder?.holderType ?? null,
      name: holder?.name ?? '',
      currency,
      vested: total('vestedCarryAmount'),
      vests: total('vests'),
    };
  });
  return { until: vestingHorizon(today), byFund };
}

/** Returns the people whose bank account changes the reader may confirm. */
async function confirmsFor({ tx, grants, person }: RequestContext): Promise<readonly string[]> {
  const entered = hasPermission(grants, 'bankAccount.edit') ? await peopleWithWaitingChanges(tx) : [];
  if (entered.length === 0) return [];
  const people = await bankAccountPeople(tx, entered);
  const change = { enteredByName: '', isAnswered: false };
  return entered.filter(
    (enteredBy) => bankAccountAnswerFailures({ ...change, enteredBy }, person.id, 'confirm', people).length === 0,
  );
}

export const homeOperations: Operations<typeof homeEndpoints> = {
  async getHome(context) {
    const { tx, grants, person, today } = context;
    const isEditor = hasPermission(grants, 'distribution.edit');
    const { allowSelfApproval } = carryRules(context);
    const fileTypes = importableTypes(grants, 'carry');
    const confirms = await confirmsFor(context);
    const substitutesFor = await substitutedApprovers(tx, today, person.id);
    const access = { personId: person.id, isEditor, fileTypes, allowSelfApproval, today, confirms, substitutesFor };
    const waiting = await waitingFor(tx, access);
    return ok({
      today,
      waiting: waiting.slice(0, maxWaitingItems),
      hasMore: waiting.length > maxWaitingItems,
      figures: await homeKeyFigures(context),
      runs: await lastRuns(tx),
      carry: await carryByFundAndYear(tx),
    });
  },
  explainHomeFigure: (context, { query: { figure, currency = null } }) => explainHomeFigure(context, figure, currency),
  getHomeVesting: async (context) => ok(await vestingByFund(context)),
};
