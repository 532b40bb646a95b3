import { loadVehicle } from '@carrara/adapters/postgres/performance/ledger/loadLedger';
import { readActs } from '@carrara/adapters/postgres/performance/ledger/readActs';
import type { EnteredAct, ledgerActEndpoints } from '@carrara/contract/performance/ledger/ledgerAct';
import { calendarDate, decimal, err, moneyText, ok } from '@carrara/domain/kernel';
import { entryTitle, ledgerAct, type RequestedAct, totalOfShares } from '@carrara/domain/performance/ledger';
import type { Operations } from '../../../core/operations.ts';
import { vehicleNotFound } from '../../../usecases/ledgerPosting.ts';
import { previewLedgerAct, reverseLedgerAct, saveLedgerAct } from '../../../usecases/performance/ledgerAct.ts';
import type { RealizationDrafts } from '../../../usecases/performance/realizationDrafts.ts';
import { proposedDistributionOf } from '../terms/proposedDistribution.ts';
import { dayOrNull } from './ledgerInput.ts';

const amountOrNull = (text: string | null | undefined) => (text == null ? null : decimal(text));

/** Converts an act of a request. */
const requestedAct = ({ amounts, ...act }: Omit<EnteredAct, 'vehicleId'>): RequestedAct => ({
  kind: act.kind,
  date: calendarDate(act.date),
  amounts: Object.fromEntries(
    Object.entries(amounts).flatMap(([code, amount]) => (amount == null ? [] : [[code, decimal(amount)]])),
  ),
  investorId: act.investorId ?? null,
  buyerId: act.buyerId ?? null,
  securityId: act.securityId ?? null,
  issueDate: dayOrNull(act.issueDate),
  commitment: amountOrNull(act.commitment),
  value: amountOrNull(act.value),
  interestRate: amountOrNull(act.interestRate),
  costRelieved: amountOrNull(act.costRelieved),
  isOutside: act.isOutside,
  settledOn: dayOrNull(act.settledOn),
  description: act.description ?? null,
  proceeds: amountOrNull(act.proceeds),
  holdingIds: act.holdingIds,
  reason: act.reason ?? null,
  currency: act.currency ?? null,
});

type Ports = { readonly realizationDrafts: RealizationDrafts };

export const ledgerActOperations = ({ realizationDrafts: drafts }: Ports): Operations<typeof ledgerActEndpoints> => ({
  async listLedgerActs({ tx }, { query }) {
    if ((await loadVehicle(tx, query.vehicleId)) === undefined) return err(vehicleNotFound());
    const acts = await readActs(tx, query.vehicleId);
    const created = await drafts.ofActs(
      tx,
      acts.map(({ id }) => id),
    );
    const realizations = new Map(created.map(({ actId, ...own }) => [actId, own]));
    return ok(
      acts.map((act) => ({
        ...act,
        title: ledgerAct(act.kind).title,
        realization: realizations.get(act.id) ?? null,
      })),
    );
  },

  async previewLedgerAct({ tx }, { body }) {
    const previewed = await previewLedgerAct(tx, body.vehicleId, requestedAct(body), drafts);
    return previewed.map(({ entries, shares, sameAct, unequalParts, proposal, realization }) => {
      const total = totalOfShares(shares);
      return {
        entries: entries.map(({ entry }) => ({
          type: entry.type,
          title: entryTitle(entry),
          amount: moneyText(entry.amount),
        })),
        investors: shares.map(({ commitmentId, investorName, amounts, commitment, unfunded, cash }) => ({
          id: commitmentId,
          name: investorName,
          amounts: amounts.map((amount) => amount && moneyText(amount)),
          commitment: moneyText(commitment),
          unfunded: moneyText(unfunded),
          cash: moneyText(cash),
        })),
        total: {
          amounts: total.amounts.map((amount) => moneyText(amount)),
          commitment: moneyText(total.commitment),
          unfunded: moneyText(total.unfunded),
          cash: moneyText(total.cash),
        },
        sameAct,
        unequalParts,
        proposal: proposal && proposedDistributionOf(proposal),
        realization,
      };
    });
  },

  saveLedgerAct: ({ tx }, { body: { warningsConfirmed, expected, ...act } }) =>
    saveLedgerAct(
      tx,
      act.vehicleId,
      requestedAct(act),
      {
        warningsConfirmed,
        expected: expected == null ? null : { lp: decimal(expected.lp), gp: decimal(expected.gp) },
      },
      drafts,
    ),

  reverseLedgerAct: ({ tx }, { params, body }) => reverseLedgerAct(tx, { ...params, ...body }, drafts),
});
