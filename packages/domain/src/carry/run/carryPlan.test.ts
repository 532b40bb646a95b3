import { describe, expect, it } from 'vitest';
import { computeProfile } from '../allocation/index.ts';
import { decimal, moneyText } from '../../kernel/index.ts';
import type { TaxProfile } from '../tax/index.ts';
import { carryPlan as plan } from '../../testing/index.ts';
import { computeDistribution, type DistributionInput, type Share } from './index.ts';

const optional = (text: string | null | undefined) => (text == null ? undefined : decimal(text));

function effectivesOf(container: string): readonly Share[] {
  const profile = plan.profiles[container]!;
  const computed =
    'shares' in profile
      ? computeProfile({
          method: 'shares',
          entries: profile.shares.map(([id, shares]) => ({ id, shares: decimal(shares) })),
        })
      : computeProfile({
          method: 'percent',
          entries: profile.percent.map(([id, predilute, fixed, discretionary]) => ({
            id: id!,
            predilute: optional(predilute),
            fixed: optional(fixed),
            discretionary: optional(discretionary),
          })),
        });
  return computed._unsafeUnwrap().entries.map(({ id, effective }) => ({ participantId: id, effective }));
}

function taxProfile(id: string): TaxProfile {
  const rates = plan.taxRates[id]!.map((rate, i) => ({
    characterizationId: plan.characterizationIds[i]!,
    rate: decimal(rate),
  }));
  return { id, subjectToCharacterization: true, rates };
}

const input: DistributionInput = {
  defaultEscrow: decimal(plan.escrowDefaults.defaultEscrow),
  defaultTerminatedEscrow: decimal(plan.escrowDefaults.defaultTerminatedEscrow),
  sources: plan.sources.map(([id, amount, percents]) => ({
    id,
    netDistributableAmount: decimal(amount),
    characterizations: percents.map((percent, i) => ({
      id: plan.characterizationIds[i]!,
      percent: decimal(percent),
    })),
    allocations: effectivesOf(id),
  })),
  participants: [
    ...plan.people.map(([id, taxes, { terminated, exempt, escrow } = {}]) => ({
      id,
      status: terminated ? ('terminated' as const) : ('active' as const),
      ...(exempt ? { isEscrowExempt: true } : {}),
      ...(escrow === undefined ? {} : { defaultEscrow: decimal(escrow) }),
      taxProfiles: taxes.split(' ').map(taxProfile),
    })),
    ...Object.entries(plan.entityMembers).map(([id, members]) => ({
      id,
      status: 'active' as const,
      members: members.map(([participantId, effective]) => ({ participantId, effective: decimal(effective) })),
    })),
  ],
  adjustments: plan.adjustments.map((adjustment) => ({
    sourceId: adjustment.sourceId,
    participantId: adjustment.participantId,
    ...('loanRepayment' in adjustment ? { loanRepayment: decimal(adjustment.loanRepayment) } : {}),
    ...('otherAdjustment' in adjustment ? { otherAdjustment: decimal(adjustment.otherAdjustment) } : {}),
  })),
};

describe("a firm's distribution of six sources, from its own workbook", () => {
  const result = computeDistribution(input)._unsafeUnwrap();

  it('pays every cent of every source', () => {
    expect(result.sources.map(({ id, gross, net, unallocated }) => [id, gross, net, unallocated].map(text))).toEqual([
      ['ARP-I', '18450333.37', '10201913.55', '0.00'],
      ['ARP-II', '26112870.01', '14440337.77', '0.00'],
      ['ARP-IV', '1000000.01', '394096.16', '0.00'],
      ['CO-HEL', '3250000.00', '1763346.00', '0.00'],
      ['MP04/ARP-I/1', '777777.77', '437676.39', '0.00'],
      ['SW08/ARP-II/3', '0.05', '0.05', '0.00'],
    ]);
  });

  it('totals 49,590,981.21 gross and 27,237,369.92 net', () => {
    expect(moneyText(result.totals.gross)).toBe('49590981.21');
    expect(moneyText(result.totals.net)).toBe('27237369.92');
    expect(moneyText(result.totals.adjustments)).toBe('22353611.29');
  });

  it('warns of an adjustment for a participant without a share in its source', () => {
    expect(result.warnings.map(({ code, path }) => [code, path])).toEqual([
      ['ADJUSTMENT_WITHOUT_ROW', ['adjustments', 2]],
    ]);
  });
});

function text(value: string | Parameters<typeof moneyText>[0]): string {
  return typeof value === 'string' ? value : moneyText(value);
}
