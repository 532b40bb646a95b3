import { percentOfUnits, splitCents, type Whole, toWhole } from '../../kernel/cents/index.ts';
import {
  type Decimal,
  type Failure,
  type Failures,
  figure,
  type Path,
  type Recorder,
  required,
  toCents,
  zip,
} from '../../kernel/index.ts';
import { type Refuse, refuseInto } from './checks.ts';
import type { GrossRow, Share } from './distribution.ts';
import { distributedFormula, grossFormula, unallocatedFormula } from './formulas.ts';
import { type Holder, type HolderInput, linkHolders, MAX_ROWS } from './holders.ts';
import { toMoney } from './present.ts';
import { isOverAllocated, shareOut, type Weights, shareWeights } from './shares.ts';

interface GrossShares {
  readonly distributed: Decimal;
  readonly unallocated: Decimal;
  readonly details: readonly GrossRow[];
}

/** Allocates amounts to participants, down to the members of entities. */
export interface GrossEngine {
  readonly failures: Failures;
  /**
   * Allocates one amount by effectives: T is split by largest remainder, then passed on through entities.
   *
   * Returns undefined if there are failures, which are added to the list.
   */
  share(amount: Decimal, allocations: readonly Share[], location: ShareLocation): GrossShares | undefined;
}

interface ShareLocation {
  readonly path: Path;
  readonly failures: Failure[];
  readonly explain?: Recorder | undefined;
}

/**
 * Creates an engine with only the first two steps of a distribution, for forecasts and realizations.
 *
 * Source: docs/calculations/distribution.md.
 * Fails:  as `computeDistribution` for allocations, entities and amounts.
 */
export function createGrossEngine(participants: readonly HolderInput[] | undefined): GrossEngine {
  const failures: Failure[] = [];
  const holders = linkHolders(participants ?? [], ['participants'], refuseInto(failures));
  let remainingRows = MAX_ROWS;
  return {
    failures,
    share(amount, allocations, { path, failures: found, explain }) {
      const refuse = refuseInto(found);
      const before = found.length;
      const weights = shareWeights(allocations, [...path, 'allocations'], refuse);
      if (weights !== undefined && isOverAllocated(weights)) {
        refuse('OVER_ALLOCATED', [...path, 'allocations'], 'the allocations total more than 100.0000%');
      }
      const direct = allocations.map(({ participantId }) => holders.get(participantId));
      remainingRows -= direct.reduce((sum, holder) => sum + (holder?.rows ?? 1), 0);
      if (remainingRows < 0) refuse('TOO_MANY_ROWS', [...path, 'allocations'], `there are more than ${MAX_ROWS} rows`);
      // With a list of participants, everyone must be in it. Without one, all hold for themselves.
      if (participants !== undefined) refuseUnknown(allocations, direct, path, refuse);
      if (weights === undefined || found.length > before || direct.some((holder) => holder?.isBroken)) return undefined;
      return shareAmount(toWhole(toCents(amount)), allocations, weights, direct, explain);
    },
  };
}

function refuseUnknown(
  allocations: readonly Share[],
  direct: readonly (Holder<HolderInput> | undefined)[],
  path: Path,
  refuse: Refuse,
): void {
  allocations.forEach(({ participantId }, i) => {
    if (direct[i] !== undefined) return;
    refuse('PARTICIPANT_UNKNOWN', [...path, 'allocations', i, 'participantId'], `no participant ${participantId}`);
  });
}

function shareAmount(
  amount: Whole,
  allocations: readonly Share[],
  weights: Weights,
  direct: readonly (Holder<HolderInput> | undefined)[],
  explain: Recorder | undefined,
): GrossShares {
  const shared = shareOut(amount, weights);
  const distributed = toMoney(shared.distributed);
  const unallocated = toMoney(shared.unallocated);
  if (explain !== undefined) {
    const netDistributableAmount = toMoney(amount);
    const totalEffective = percentOfUnits(weights.total);
    explain.record(['distributed'], distributedFormula, { netDistributableAmount, totalEffective }, distributed);
    const inputs = { netDistributableAmount, distributed: figure(['distributed'], distributed) };
    explain.record(['unallocated'], unallocatedFormula, inputs, unallocated);
  }
  const details = zip(allocations, shared.parts).map(([share, part], i) => {
    explainGross(explain, ['details', i], share, weights, part, figure(['distributed'], distributed));
    return grossRow(share, direct[i], part, explain?.within(['details', i]));
  });
  return { distributed, unallocated, details };
}

function grossRow(
  { participantId, effective }: Share,
  holder: Holder<HolderInput> | undefined,
  cents: Whole,
  explain: Recorder | undefined,
): GrossRow {
  const gross = toMoney(cents);
  if (holder?.members === undefined) return { participantId, effective, gross };
  const weights = required(holder.weights, 'the weights of an entity');
  const parts = splitCents(cents, weights.weights);
  const members = zip(holder.members, parts).map(([member, part], i) => {
    explainGross(explain, ['members', i], member.share, weights, part, figure(['gross'], gross));
    return grossRow(member.share, member.holder, part, explain?.within(['members', i]));
  });
  return { participantId, effective, gross, members };
}

function explainGross(
  explain: Recorder | undefined,
  path: Path,
  { effective }: Share,
  weights: Weights,
  gross: Whole,
  amount: ReturnType<typeof figure>,
): void {
  if (explain === undefined) return;
  const inputs = { amount, effective, totalEffective: percentOfUnits(weights.total) };
  explain.record([...path, 'gross'], grossFormula, inputs, toMoney(gross));
}
