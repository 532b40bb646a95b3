import {
  type Decimal,
  figure,
  type FigureReference,
  type InputValues,
  type Path,
  type Recorder,
  required,
  zero,
} from '@carrara/domain/kernel';
import { readTerms } from '../carryTerms/index.ts';
import type { LedgerEntry } from '../ledger/index.ts';
import {
  type DistributedPartner,
  type DistributionLedger,
  flowsOf,
  isDealByDeal,
  partnersOf,
  type ProceedsToDistribute,
  proposeDistribution,
  type ProposedDistribution,
  reservedCarry,
} from '../liquidation/index.ts';
import { explainCash, money, tierTitles } from './explainLiquidation.ts';
import { type PerformanceStep, StepRecorder } from './performanceStep.ts';

const formulas = {
  partners: money('distributedPartners', 'sum over the partners', { parts: 'money' }),
  tiers: money('distributedTiers', 'sum over the tiers', { parts: 'money' }),
  investments: money('distributedInvestments', 'sum over the investments sold', { parts: 'money' }),
};

export interface ExplainedDistribution {
  readonly ledger: DistributionLedger;
  readonly request: ProceedsToDistribute;
  /** The whole entries of the ledger, by id. */
  readonly entries: ReadonlyMap<string, LedgerEntry>;
  /** The investor whose figures are explained; null for the fund. */
  readonly investorId: string | null;
}

/** The part of a tier in the run of one investment, or of all. */
interface TierOfRun {
  readonly path: Path;
  readonly tier: string;
  readonly amount: Decimal;
}

/**
 * Explains a figure of a proposed distribution: `lp`, `gp`, or a tier such as `tier.2.gp`. The fund's is the sum over its partners; a partner's leads to
 * the entries of the ledger.
 *
 * Source: docs/calculations/waterfall.md.
 * Fails:  never; undefined for an unknown figure or partner, and for a distribution that can't be proposed.
 */
export function explainDistribution(explained: ExplainedDistribution): (figure: string) => PerformanceStep | undefined {
  const { ledger, request, investorId } = explained;
  const steps = new StepRecorder();
  const { terms } = ledger.book;
  if (terms === null) return () => undefined;
  const agreed = readTerms(terms.entered);
  const { commitments } = partnersOf(ledger.book, agreed, request.date);
  const at = commitments.findIndex(({ partner }) => partner === investorId);
  if (investorId !== null && at < 0) return () => undefined;
  const runs: TierOfRun[] = [];
  const recorder = recorderOf(steps, { at, isWhole: !isDealByDeal(agreed) }, runs, []);
  const proposed = proposeDistribution(ledger, request, recorder);
  if (proposed.isErr()) return () => undefined;
  if (investorId === null) return (name) => ofFund(steps, proposed.value, name);
  const own = proposed.value.partners.find(({ id }) => id === investorId);
  if (own === undefined) return () => undefined;
  const isByDeal = isDealByDeal(agreed);
  const until = { ...ledger.book, entries: ledger.book.entries.filter(({ effective }) => effective <= request.date) };
  const flows = [...flowsOf(until, isByDeal), ...reservedCarry(until, isByDeal)];
  explainCash(
    steps,
    flows.filter(({ partner }) => partner === investorId),
    explained.entries,
    own.name,
  );
  explainTiers(steps, proposed.value, own, runs);
  return (name) => steps.tree(['partner', name]);
}

const isReference = (value: unknown): value is FigureReference =>
  typeof value === 'object' && value !== null && 'figure' in value;

/** Records the engine's steps of one partner, and collects the tiers of each investment. */
function recorderOf(
  steps: StepRecorder,
  partner: { readonly at: number; readonly isWhole: boolean },
  runs: TierOfRun[],
  prefix: Path,
): Recorder {
  const { at, isWhole } = partner;
  const links: Readonly<Record<string, Path>> = {
    proceeds: ['proceeds', 0, at],
    contributions: ['partner', 'contributions'],
    distributions: ['partner', 'distributions'],
    'carry so far': ['partner', 'carryPaid'],
  };
  const link = (name: string, value: unknown) => {
    if (isReference(value)) return figure([...prefix, ...value.figure], value.value);
    const path = links[name];
    // Deal by deal, a run has only a part of these amounts.
    return path !== undefined && (isWhole || name === 'proceeds')
      ? figure([...prefix, ...path], value as Decimal)
      : value;
  };
  return {
    record(own, formula, inputs, result) {
      const [kind, run, second] = own;
      const path = [...prefix, ...own];
      if (kind === 'proceeds' && second === at)
        steps.step(path, formula, inputs, result, { name: 'Part of the proceeds' });
      if (kind !== 'runs' || run !== at) return;
      if (own[3] === 'tiers')
        runs.push({ path, tier: `${String(own[4])}.${String(own[5])}`, amount: result as Decimal });
      const linked = Object.fromEntries(Object.entries(inputs).map(([name, value]) => [name, link(name, value)]));
      steps.step(path, formula, linked as InputValues<typeof formula>, result, { name: nameOf(own) });
    },
    within: (inner) => recorderOf(steps, partner, runs, [...prefix, ...inner]),
  };
}

function nameOf([, , , step, tier, side]: Path): string {
  if (step === 'tiers') return `Tier ${String(Number(tier) + 1)}, ${side === 'gp' ? 'carry' : 'partner'}`;
  return step === 'unreturned' ? 'Unreturned capital' : 'Unpaid preferred return';
}

/** Records the figures of a partner at `['partner', figure]`. */
function explainTiers(
  steps: StepRecorder,
  { tiers }: ProposedDistribution,
  own: DistributedPartner,
  runs: readonly TierOfRun[],
): void {
  const sides = ['lp', 'gp'] as const;
  for (const side of sides) {
    const parts = tiers.map(({ kind }, tier) => {
      const ofTier = runs.filter((run) => run.tier === `${tier}.${side}`).map((run) => figure(run.path, run.amount));
      const amount = required(own.tiers[tier], 'a tier')[side];
      const path = ['partner', `tier.${tier}.${side}`];
      const title = `${tierTitles[kind]}, ${side === 'gp' ? 'carry' : 'partner'}`;
      steps.step(path, formulas.investments, { parts: ofTier }, amount, { name: `${title}, ${own.name}` });
      return figure(path, amount);
    });
    const title = side === 'gp' ? 'Carry earned' : 'To the partner';
    steps.step(['partner', side], formulas.tiers, { parts }, own[side], { name: `${title}, ${own.name}` });
  }
}

/** Records a figure of the fund as the sum over its partners. */
function ofFund(
  steps: StepRecorder,
  { partners, tiers }: ProposedDistribution,
  name: string,
): PerformanceStep | undefined {
  const [kind, position = '', side = name] = name.split('.');
  const tier = tiers[Number(position)];
  if ((side !== 'lp' && side !== 'gp') || (kind === 'tier' && tier === undefined)) return undefined;
  const parts = partners.map((partner) =>
    kind === 'tier' ? (partner.tiers[Number(position)]?.[side] ?? zero) : partner[side],
  );
  const sum = parts.reduce<Decimal>((total, part) => total.plus(part), zero);
  const title = side === 'gp' ? 'Carry earned' : 'To the partners';
  steps.step([name], formulas.partners, { parts }, sum, {
    name: kind === 'tier' && tier !== undefined ? `${tierTitles[tier.kind]}, ${title}` : title,
    names: { parts: partners.map((partner) => partner.name) },
  });
  return steps.tree([name]);
}
