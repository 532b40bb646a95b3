import {
  type Decimal,
  defineFormula,
  err,
  type Failure,
  type Failures,
  fail,
  hundred,
  ok,
  type Recorder,
  type Result,
  roundPercent,
  zero,
} from '@carrara/domain/kernel';

export interface WeightedTranche {
  readonly investedAmount: Decimal;
  readonly allocations: readonly { readonly participantId: string; readonly effective: Decimal }[];
}

export interface WeightedAllocation {
  readonly participantId: string;
  readonly effective: Decimal;
}

const weightedAverageFormula = defineFormula({
  id: 'allocation.weightedAverage',
  text: 'weighted average = sum of effective x invested / sum of invested, over all tranches; a missing allocation counts as 0',
  inputs: { effective: 'percent', invested: 'money' },
  result: 'percent',
  rounding: 'half away from zero, to 10 decimals',
  source: 'docs/calculations/weighted-average.md',
});

/**
 * Averages each participant's allocation over several tranches, weighted by invested amount.
 *
 *     weighted average = sum(effective_t x I_t) / sum(I_t) over all tranches; a tranche without the participant counts as 0
 *
 * Participants are returned in the order in which they first appear.
 *
 * Units:  effectives in percent; invested amounts in one currency.
 * Source: docs/calculations/weighted-average.md.
 * Fails:  NEGATIVE_INVESTED_AMOUNT, NO_INVESTED_AMOUNT (nothing invested at all), PARTICIPANT_DUPLICATE (in one tranche).
 */
export function weightedAverage(
  tranches: readonly WeightedTranche[],
  explain?: Recorder,
): Result<readonly WeightedAllocation[], Failures> {
  const invested = tranches.reduce((sum, tranche) => sum.add(tranche.investedAmount), zero);
  const failures = [...trancheFailures(tranches)];
  if (failures.length === 0 && invested.isZero()) {
    failures.push(fail('NO_INVESTED_AMOUNT', ['tranches'], 'nothing is invested, so there are no weights'));
  }
  if (failures.length > 0) return err(failures);
  const products = new Map<string, Decimal>();
  for (const { investedAmount, allocations } of tranches) {
    for (const { participantId, effective } of allocations) {
      products.set(participantId, (products.get(participantId) ?? zero).add(effective.mul(investedAmount)));
    }
  }
  const averages = [...products].map(([participantId, product]) => ({
    participantId,
    effective: roundPercent(product.div(invested)),
  }));
  averages.forEach(({ participantId, effective }, i) => {
    explain?.record(
      ['participants', i, 'effective'],
      weightedAverageFormula,
      inputsOf(tranches, participantId),
      effective,
    );
  });
  return ok(averages);
}

interface EvidenceTranche {
  /** The tranche's percentage of the total invested amount. */
  readonly weight: Decimal;
  /** The contribution to each participant's average, in percentage points, in the order of the tranche's allocations. */
  readonly weighted: readonly Decimal[];
}

export interface WeightedEvidence {
  readonly totalInvested: Decimal;
  readonly tranches: readonly EvidenceTranche[];
  readonly participants: readonly WeightedAllocation[];
}

/**
 * Returns the parts of a weighted average, tranche by tranche.
 *
 *     weight = I_t / sum(I) x 100;   weighted = effective_t x I_t / sum(I)
 *
 * A participant's average is rounded once from the exact sum. It may differ from the sum of its rounded parts by one
 * in the tenth decimal.
 *
 * Units:  percent; weighted parts in percentage points.
 * Source: docs/calculations/weighted-average.md.
 * Fails:  as `weightedAverage`.
 */
export function weightedEvidence(tranches: readonly WeightedTranche[]): Result<WeightedEvidence, Failures> {
  return weightedAverage(tranches).map((participants) => {
    const totalInvested = tranches.reduce((sum, { investedAmount }) => sum.add(investedAmount), zero);
    const parts = tranches.map(({ investedAmount, allocations }) => ({
      weight: roundPercent(investedAmount.mul(hundred).div(totalInvested)),
      weighted: allocations.map(({ effective }) => roundPercent(effective.mul(investedAmount).div(totalInvested))),
    }));
    return { totalInvested, tranches: parts, participants };
  });
}

function inputsOf(tranches: readonly WeightedTranche[], participantId: string) {
  return {
    effective: tranches.map(
      ({ allocations }) => allocations.find((entry) => entry.participantId === participantId)?.effective ?? zero,
    ),
    invested: tranches.map((tranche) => tranche.investedAmount),
  };
}

function* trancheFailures(tranches: readonly WeightedTranche[]): Generator<Failure> {
  for (const [t, { investedAmount, allocations }] of tranches.entries()) {
    const tranchePath = ['tranches', t];
    if (investedAmount.lt(0)) {
      yield fail(
        'NEGATIVE_INVESTED_AMOUNT',
        [...tranchePath, 'investedAmount'],
        'an invested amount can’t be negative',
      );
    }
    const seen = new Set<string>();
    for (const [i, { participantId }] of allocations.entries()) {
      const path = [...tranchePath, 'allocations', i, 'participantId'];
      if (seen.has(participantId)) yield fail('PARTICIPANT_DUPLICATE', path, `${participantId} is listed twice`);
      seen.add(participantId);
    }
  }
}
