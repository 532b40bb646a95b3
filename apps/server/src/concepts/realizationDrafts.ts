import { realizationsOfActs } from '@carrara/adapters/postgres/carry/realization/realizationsOfActs';
import { realizationStore } from '@carrara/adapters/postgres/carry/realization/store';
import { loadShares } from '@carrara/adapters/postgres/carry/run/shares';
import { computeRealizationRun, realizationDraft } from '@carrara/domain/carry/realization';
import { err, moneyText, ok, required } from '@carrara/domain/kernel';
import type { RealizationDrafts } from '../usecases/performance/realizationDrafts.ts';

/** Creates and finds the realizations of distributions. Gives the ledger access to carry's data. */
export const realizationDrafts: RealizationDrafts = {
  async covered(tx, holdingIds, date) {
    const sources = holdingIds.map((sourceId) => ({ sourceId }));
    const shares = await loadShares(tx, { date, sources, participantIds: [] });
    return new Set([...shares.sources.values()].flatMap(({ id, profile }) => (profile === undefined ? [] : [id])));
  },

  async create(tx, { actId, name, date, investments }) {
    const store = realizationStore(tx);
    const types = await loadShares(tx, {
      date,
      sources: investments.map(({ holdingId }) => ({ sourceId: holdingId })),
      participantIds: [],
    });
    const request = {
      realizationDate: date,
      unallocatedAcknowledged: false,
      sources: investments.map(({ holdingId, carry }) => ({
        sourceId: holdingId,
        type: required(types.sources.get(holdingId), 'the source of an investment').type,
        carry: moneyText(carry),
      })),
    };
    const computed = computeRealizationRun(request, await store.loadFacts(request), store.newId);
    if (computed.refusals.length > 0) return err(await store.readable(computed.refusals));
    const fields = { id: store.newId(), name, description: null, ledgerActId: actId };
    const draft = realizationDraft(computed, fields);
    await store.save(draft);
    return ok(draft.id);
  },

  ofActs: realizationsOfActs,
};
