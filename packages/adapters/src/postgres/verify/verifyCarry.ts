import { calendarDate, displayedDate, moneyText } from '@carrara/domain/kernel';
import { quartersLater } from '@carrara/domain/performance/ledger';
import {
  CARRY_PROPOSAL_VERSION,
  type CarryProposal,
  hypotheticalLiquidation,
  proposeCarry,
} from '@carrara/domain/performance/liquidation';
import type { Transaction } from '../engine/unitOfWork/transaction.ts';
import { liquidationBookOn } from '../performance/analysis/liquidationBooks.ts';
import { type CarryDecision, carryDecisions } from '../performance/ledger/carryDecisions.ts';
import { loadLedger, loadVehicle } from '../performance/ledger/loadLedger.ts';
import { type Finding, verifyPart } from './finding.ts';

/**
 * Computes each proposal of carry again, from the terms and the ledger as known at the decision, and compares it by
 * partner. Proposals of earlier rules are left out.
 */
export async function verifyCarry(tx: Transaction): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const decision of await carryDecisions(tx)) {
    if (decision.version !== CARRY_PROPOSAL_VERSION) continue;
    const vehicle = await loadVehicle(tx, decision.vehicleId);
    const location = [`carry of ${vehicle?.name ?? decision.vehicleId}`, displayedDate(decision.end)];
    const found = await verifyPart(tx, location, findings, () => differences(tx, decision, location));
    findings.push(...(found ?? []));
  }
  return findings;
}

async function differences(
  tx: Transaction,
  decision: CarryDecision,
  location: readonly string[],
): Promise<readonly Finding[]> {
  const { vehicleId, end, seq, partners } = decision;
  const computed = await proposedThen(tx, vehicleId, end, seq - 1);
  if (typeof computed === 'string')
    return [{ location, description: 'proposed carry', stored: 'determined', computed }];
  const { currency, proposal } = computed;
  const byInvestment = attributedDifferences(decision, proposal, { location, currency });
  const byPartner = partners.flatMap((stored): Finding[] => {
    const own = proposal.partners.find(({ commitmentId }) => commitmentId === stored.commitmentId);
    return (['earned', 'accrued'] as const).flatMap((name): Finding[] => {
      const again = own === undefined ? null : moneyText(own.proposed[name]);
      if (again === stored[name]) return [];
      const description = name === 'earned' ? 'proposed carry earned' : 'proposed carry accrued';
      const ofPartner = [...location, own?.name ?? stored.commitmentId];
      return [{ location: ofPartner, description, stored: stored[name], computed: again, currency }];
    });
  });
  return [...byPartner, ...byInvestment];
}

/** Compares the carry by investment under the policy that the proposal names. */
function attributedDifferences(
  { attribution, investments }: Pick<CarryDecision, 'attribution' | 'investments'>,
  proposal: Pick<CarryProposal, 'attribution' | 'investments'>,
  { location, currency }: { readonly location: readonly string[]; readonly currency: string },
): readonly Finding[] {
  if (attribution === null) return [];
  if (attribution !== proposal.attribution)
    return [{ location, description: 'attribution policy', stored: attribution, computed: proposal.attribution }];
  const computed = new Map(proposal.investments.map(({ id, name, carry }) => [id, { name, carry: moneyText(carry) }]));
  const stored = new Map(investments.map(({ id, carry }) => [id, carry]));
  return [...new Set([...stored.keys(), ...computed.keys()])].flatMap((id): Finding[] => {
    const own = computed.get(id);
    const [was, again] = [stored.get(id) ?? null, own?.carry ?? null];
    const ofInvestment = [...location, own?.name ?? id];
    return was === again
      ? []
      : [{ location: ofInvestment, description: 'carry of the investment', stored: was, computed: again, currency }];
  });
}

/** Proposes the carry as known at an audit entry. Returns the reason if it isn't determined. */
async function proposedThen(tx: Transaction, vehicleId: string, endDate: string, seq: number) {
  const vehicle = await loadVehicle(tx, vehicleId);
  if (vehicle === undefined) return 'the fund no longer exists';
  const end = calendarDate(endDate);
  const book = await liquidationBookOn(tx, vehicleId, endDate, { seq });
  const { entries } = await loadLedger(tx, vehicle, seq + 1);
  const liquidation = hypotheticalLiquidation(book);
  if (liquidation.isErr()) return liquidation.error[0]?.detail ?? 'not determined';
  const facts = { book, liquidation: liquidation.value, before: null, entries, end };
  return {
    currency: vehicle.currency,
    proposal: proposeCarry({ ...facts, previousEnd: quartersLater(end, -1) }),
  };
}
