import { tenantCurrency } from '../../core/tenantCurrency.ts';
import { toLedger } from '@carrara/adapters/postgres/compensation/deferred/toLedger';
import { ownDeferred } from '@carrara/adapters/postgres/compensation/deferred/ownDeferred';
import { readTermination } from '@carrara/adapters/postgres/people/participant/employment';
import { ownParticipants } from '@carrara/adapters/postgres/people/portalUser';
import type { ownDeferredEndpoints } from '@carrara/contract/compensation/ownDeferred';
import { portalShows } from '@carrara/contract/core/modules';
import {
  projectLeaving,
  type LedgerOfAward,
  recordedTreatment,
  settledByLeaving,
} from '@carrara/domain/compensation/deferred';
import {
  calendarDate,
  createExplanations,
  currencyOrder,
  err,
  fail,
  moneyText,
  ok,
  type Recorder,
} from '@carrara/domain/kernel';
import { isTerminated, vestingDate } from '@carrara/domain/people/participant';
import { explanationNode } from '../../core/explanationNode.ts';
import type { Operations, RequestContext } from '../../core/operations.ts';

/** Returns the person's own awards by currency. Empty if the firm's portal doesn't display pay. */
async function awardsOf(context: RequestContext): Promise<ReadonlyMap<string, readonly LedgerOfAward[]>> {
  const { tx, tenant } = context;
  const awards = portalShows(tenant.settings).pay ? await ownDeferred(tx) : [];
  return new Map(
    [...new Set(awards.map(({ currency }) => currency))]
      .toSorted(currencyOrder(tenantCurrency(context)))
      .map((currency) => [currency, awards.filter((award) => award.currency === currency).map(toLedger)]),
  );
}

/**
 * Loads the date on which the person leaves or left, and how to compute awards on it. A future leaving forfeits the unvested part; for a past one,
 * the entries contain what the firm decided.
 */
async function leavingOf({ tx, today }: RequestContext, query: string) {
  const person = (await ownParticipants(tx)).find(({ holder }) => holder === 0);
  const day = calendarDate(query);
  const leavingDate = (person && (await readTermination(tx, person.id, day)))?.terminationDate;
  const on = vestingDate(day, leavingDate);
  const isFormerEmployee = isTerminated(leavingDate, today);
  const compute = (awards: readonly LedgerOfAward[], explain?: Recorder) =>
    isFormerEmployee
      ? projectLeaving(settledByLeaving(awards, on), on, explain, null)
      : projectLeaving(awards, on, explain);
  const treatment = (awards: readonly LedgerOfAward[]) => (isFormerEmployee ? recordedTreatment(awards, on) : null);
  return { on, compute, treatment };
}

/** Operations on the deferred awards that a person would be paid and would forfeit by leaving on a date. */
export const ownDeferredOperations: Operations<typeof ownDeferredEndpoints> = {
  async getPortalLeaving(context, { query }) {
    const { on, compute, treatment } = await leavingOf(context, query.on);
    const awardsByCurrency = await awardsOf(context);
    const byCurrency = [...awardsByCurrency].map(([currency, awards]) => {
      const { granted, paid, closing, forfeited } = compute(awards);
      return {
        currency,
        granted: moneyText(granted),
        paid: moneyText(paid),
        closing: moneyText(closing),
        forfeited: moneyText(forfeited),
      };
    });
    return ok({ on, treatment: treatment([...awardsByCurrency.values()].flat()), byCurrency });
  },
  async explainPortalLeaving(context, { query: { on, currency, figure } }) {
    const awards = (await awardsOf(context)).get(currency);
    if (!awards) return err([fail('NOT_FOUND', ['currency'], 'You have no deferred award in this currency.')]);
    const explanations = createExplanations();
    (await leavingOf(context, on)).compute(awards, explanations);
    const tree = explanations.tree([figure]);
    return tree ? ok(explanationNode(tree)) : err([fail('NOT_FOUND', ['currency'], 'There is nothing to explain.')]);
  },
};
