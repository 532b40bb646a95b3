import {
  err,
  type Failure,
  type Failures,
  fail,
  ok,
  type Recorder,
  type Result,
  type FailureCode,
  spokenMoney,
  zip,
} from '../../kernel/index.ts';
import type { DistributionInput, DistributionResult } from './distribution.ts';
import { computeCents, type DistributionCents } from './computeCents.ts';
import { type CentsRow, listLeaves } from './engine.ts';
import { explainDistribution } from './explain.ts';
import { toMoney, presentParticipants, presentSource, presentTotals } from './present.ts';
import { routeText } from './routes.ts';

/**
 * Computes a distribution: the amounts that each participant gets from each source, directly and through entities, and the deductions.
 *
 *     net = gross - loan repayment - other adjustment - tax - escrow
 *
 * Sources don't affect each other, so their order doesn't change anyone's cents. With a recorder, every figure also records its derivation.
 *
 * Units:  money in one currency, effectives and rates in percent units.
 * Source: docs/calculations/distribution.md.
 * Fails:  with every refusal that applies, each with its path: MONEY_SCALE, NEGATIVE_AMOUNT, PERCENT_RANGE, PERCENT_SCALE,
 *         SOURCE_DUPLICATE, SOURCE_UNKNOWN, PARTICIPANT_DUPLICATE, PARTICIPANT_UNKNOWN, SHARE_DUPLICATE, OVER_ALLOCATED,
 *         CHARACTERIZATION_NOT_100, CHARACTERIZATION_DUPLICATE, TAX_RATE_MISSING, TAX_RATE_DUPLICATE, TAX_PROFILE_CONFLICT,
 *         ENTITY_CYCLE, ENTITY_TOO_DEEP, ENTITY_WITHOUT_MEMBERS, MEMBERS_NOT_100, ADJUSTMENT_AMBIGUOUS,
 *         ADJUSTMENT_DUPLICATE, ADJUSTMENT_CONFLICT, ADJUSTMENT_NOT_SPLITTABLE, TOO_MANY_ROWS.
 */
export function computeDistribution(
  input: DistributionInput,
  explain?: Recorder,
): Result<DistributionResult, Failures> {
  const { failures, result } = computeDraft(input, explain);
  return failures.length > 0 ? err(failures) : ok(result);
}

export interface DistributionDraft {
  readonly failures: Failures;
  /** The figures of the sources that can be computed. */
  readonly result: DistributionResult;
}

/** Computes a draft that may still contain errors, as `computeDistribution` does. Sources with failures are left out. */
export function computeDraft(input: DistributionInput, explain?: Recorder): DistributionDraft {
  const { failures, core } = computeCents(input, explain);
  const { sources, totals } = core;
  if (explain !== undefined) explainDistribution(core, explain);
  return {
    failures,
    result: {
      sources: zip(sources, totals.numberBySource).map(([source, number]) => presentSource(source, number)),
      participants: presentParticipants(input.participants, totals, false),
      entities: presentParticipants(input.participants, totals, true),
      totals: presentTotals(totals.total, totals.unallocated, totals.number),
      warnings: warningsOf(core),
    },
  };
}

/**
 * Returns warnings to review before anything is paid.
 *
 * - UNALLOCATED: part of a source is allocated to nobody.
 * - CHARACTERIZATION_MISSING: a tax can't be computed.
 * - NET_BELOW_ZERO: a net amount is negative.
 * - ADJUSTMENT_WITHOUT_ROW: the adjustment isn't applied because its participant has no row at the source.
 * - TERMINATED_NOT_FULLY_VESTED: a distribution pays the profile's percentage unless vesting is applied separately.
 * - VESTING_UNKNOWN: the schedule can't be read, or there is no start date.
 */
function warningsOf({ sources, totals, input }: DistributionCents): readonly Failure[] {
  const warnings: Failure[] = [];
  for (const { plan, shared, rows } of sources) {
    const path = ['sources', plan.position];
    const { id } = plan.source;
    if (shared.unallocated !== 0) {
      warnings.push(
        fail(
          'UNALLOCATED',
          path,
          `${spokenMoney(toMoney(shared.unallocated))} of source ${id} is unallocated, because its allocations total less than 100%`,
        ),
      );
    }
    if (plan.taxes.uncharacterized.length > 0) {
      const profiles = plan.taxes.uncharacterized.join(', ');
      warnings.push(
        fail(
          'CHARACTERIZATION_MISSING',
          path,
          `source ${id} has no characterizations, so its tax is not determined. Enter them, because these tax profiles need them: ${profiles}.`,
        ),
      );
    }
    warnings.push(...plan.adjustments.withoutRow);
    rows.forEach((row, i) => {
      warnings.push(...negativeNets(row, id).map((detail) => fail('NET_BELOW_ZERO', [...path, 'details', i], detail)));
    });
  }
  input.participants.forEach(({ id, status, isPartlyVested, isVestingUnknown }, i) => {
    if (status !== 'terminated' || totals.byParticipant[i] === undefined) return;
    const warn = (code: FailureCode, detail: string) => warnings.push(fail(code, ['participants', i], detail));
    if (isPartlyVested === true) {
      warn(
        'TERMINATED_NOT_FULLY_VESTED',
        `${id} is terminated and not fully vested, but this distribution pays the full allocation`,
      );
    } else if (isVestingUnknown === true) {
      warn('VESTING_UNKNOWN', `${id} is terminated, and the vested percentage can’t be determined`);
    }
  });
  return warnings;
}

function negativeNets(row: CentsRow, sourceId: string): readonly string[] {
  if (row.members === undefined && row.net >= 0) return [];
  return listLeaves(row)
    .filter(({ net }) => net < 0)
    .map(({ route }) => `the net of ${routeText(route)} at source ${sourceId} is negative`);
}
