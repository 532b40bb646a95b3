import { namesInVehicles } from '@carrara/adapters/postgres/performance/explanation/explainedSubject';
import { loadLedger, loadVehicle } from '@carrara/adapters/postgres/performance/ledger/loadLedger';
import type {
  proposedDistribution,
  proposedDistributionEndpoints,
} from '@carrara/contract/performance/liquidation/proposedDistribution';
import { calendarDate, decimal, displayedDate, err, moneyText, noSuch, ok } from '@carrara/domain/kernel';
import { explainDistribution } from '@carrara/domain/performance/explanation';
import { type ProposedDistribution, termsFailures } from '@carrara/domain/performance/liquidation';
import type { z } from 'zod';
import type { Operations } from '../../../core/operations.ts';
import { vehicleNotFound } from '../../../usecases/ledgerPosting.ts';
import { loadDistributionLedger, saleOf } from '../../../usecases/performance/proposedDistribution.ts';
import { buildExplanationNode } from '../vehicle/performanceExplanationNode.ts';
import { policyTexts, tiersText } from './carryTermsText.ts';
import { liquidationReasons, namedTiers } from './liquidation.ts';

/** Converts a proposal to the form of the contract. */
export const proposedDistributionOf = (found: ProposedDistribution): z.output<typeof proposedDistribution> => ({
  terms: {
    id: found.terms.id,
    effectiveDate: found.terms.effectiveDate,
    summary: tiersText(found.terms.entered.tiers),
  },
  policies: [...policyTexts(found.agreed, found.attribution)],
  lp: moneyText(found.lp),
  gp: moneyText(found.gp),
  tiers: namedTiers(found.tiers),
  partners: found.partners.map(({ id, name, paysCarry, lp, gp, tiers }) => ({
    id,
    name,
    paysCarry,
    lp: moneyText(lp),
    gp: moneyText(gp),
    tiers: tiers.map((tier) => ({ lp: moneyText(tier.lp), gp: moneyText(tier.gp) })),
  })),
  investments: found.investments.map(({ holdingId, name, carry }) => ({
    id: holdingId,
    name,
    carry: moneyText(carry),
  })),
});

export const proposedDistributionOperations: Operations<typeof proposedDistributionEndpoints> = {
  async getDistributionTerms({ tx }, { params, query }) {
    const vehicle = await loadVehicle(tx, params.id);
    if (vehicle === undefined) return err(vehicleNotFound());
    const date = calendarDate(query.date);
    const found = await loadDistributionLedger(tx, await loadLedger(tx, vehicle), date);
    return found.map(({ book }) => ({
      currency: vehicle.currency,
      summary: book.terms === null ? null : tiersText(book.terms.entered.tiers),
      missing: liquidationReasons(termsFailures(book, date)),
    }));
  },

  async explainProposedDistribution({ tx }, { params, query }) {
    const vehicle = await loadVehicle(tx, params.id);
    if (vehicle === undefined) return err(vehicleNotFound());
    const date = calendarDate(query.date);
    const stored = await loadLedger(tx, vehicle);
    const ledger = await loadDistributionLedger(tx, stored, date);
    if (ledger.isErr()) return err(ledger.error);
    const sale = saleOf(
      {
        kind: 'SALE_DISTRIBUTION',
        amounts: query.saleProceeds === undefined ? {} : { price: decimal(query.saleProceeds) },
        securityId: query.securityId ?? null,
        costRelieved: query.costRelieved === undefined ? null : decimal(query.costRelieved),
      },
      stored,
    );
    const holdingIds = sale === null ? query.holdingIds.split(',') : [sale.holdingId];
    const explain = explainDistribution({
      ledger: ledger.value,
      request: { date, amount: decimal(query.proceeds), holdingIds, sale: sale ?? undefined },
      entries: new Map(stored.entries.map((entry) => [entry.id, entry])),
      investorId: query.investorId ?? null,
    });
    const step = explain(query.figure);
    if (step === undefined) return err([noSuch('figure', ['figure'])]);
    const names = await namesInVehicles(tx, [vehicle.id]);
    const title = [step.name ?? query.figure, vehicle.code, vehicle.currency, displayedDate(date)];
    return ok({
      ...(await buildExplanationNode(tx, step, (id) => names.get(id) ?? '')),
      name: title.join(' · '),
    });
  },
};
