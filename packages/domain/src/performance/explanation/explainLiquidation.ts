import {
  type Decimal,
  defineFormula,
  figure,
  type FigureReference,
  type Formula,
  groupBy,
  type InputValues,
  type Path,
  type Recorder,
  required,
  zero,
} from '@carrara/domain/kernel';
import { type LedgerEntry, withoutReversed } from '../ledger/index.ts';
import type { CarryRecipient } from '../carryPosition/index.ts';
import {
  carryPaidOf,
  coverByEscrow,
  flowsOf,
  type HypotheticalLiquidation,
  hypotheticalLiquidation,
  isDealByDeal,
  type LiquidatedPartner,
  type LiquidationBook,
  liquidationFacts,
  type LiquidationFlow,
  paidCarry,
  type WhatIf,
} from '../liquidation/index.ts';
import { isCarryOfYear } from '../waterfall/index.ts';
import { type CountedFact, type PerformanceStep, StepRecorder } from './performanceStep.ts';

const source = 'docs/calculations/waterfall.md';
export const money = (id: string, text: string, inputs: Readonly<Record<string, 'money'>>) =>
  defineFormula({ id: `liquidation.${id}`, text, inputs, result: 'money', source });
const carryPaidFormula = money('carryPaid', 'carry paid less carry returned', {});
const formulas = {
  partners: money('partners', 'sum over the partners', { parts: 'money' }),
  pools: money('pools', 'sum over the groups of investments that offset one another', { parts: 'money' }),
  proceeds: money(
    'proceeds',
    'NAV before carry; for an exit value, the exit value x NAV before carry / NAV before carry of all partners',
    {
      'NAV before carry': 'money',
    },
  ),
  contributions: money('contributions', 'calls less returned excess, including those of a transferred history', {}),
  distributions: money('distributions', 'distributions received, including those of a transferred history', {}),
  carryPaid: carryPaidFormula,
  unpaid: money(
    'unpaid',
    'carry earned by distributions of proceeds and not paid yet, by the partner’s part of it',
    {},
  ),
  free: money('free', 'proceeds - carry earned and not paid yet, which is the GP’s', {
    proceeds: 'money',
    'earned, not paid': 'money',
  }),
  carrySoFar: money('carrySoFar', 'carry paid + carry earned and not paid yet', {
    'carry paid': 'money',
    'earned, not paid': 'money',
  }),
  accrued: money('accrued', 'sum over the tiers + carry earned and not paid yet - retained', {
    parts: 'money',
    'earned, not paid': 'money',
    retained: 'money',
  }),
  lp: money('lp', 'sum over the tiers + carry retained', { parts: 'money', retained: 'money' }),
  escrowBalance: money(
    'escrowBalance',
    'escrow withheld from participants at the fund, less escrow released and applied',
    {},
  ),
  coveredByEscrow: money(
    'coveredByEscrow',
    'the smaller of each participant’s part of the exposure and their escrow, added up',
    {
      'clawback exposure': 'money',
      'escrow held by participants': 'money',
      'escrow above the participants’ own parts': 'money',
    },
  ),
  taxDue: defineFormula({
    id: 'liquidation.taxDue',
    text: 'due = taxable income x rate / 100 - carry received in the year, at least zero',
    inputs: { 'taxable income': 'money', rate: 'percent', 'carry received': 'money' },
    result: 'money',
    rounding: 'half away from zero, to cents',
    source,
  }),
  taxReceived: money(
    'taxReceived',
    'carry paid less carry returned in the year, by the share of the general partner',
    {},
  ),
  earned: money('earned', 'carry paid + accrued carry - clawback exposure, gross', {
    'carry paid': 'money',
    'accrued carry': 'money',
    'clawback exposure': 'money',
  }),
};

const titles: Readonly<Record<string, string>> = {
  proceeds: 'Proceeds',
  lp: 'To the partners',
  carryPaid: 'Carry paid',
  earned: 'Carry entitlement',
  accrued: 'Accrued carry',
  unpaid: 'Earned, not paid',
  retainedCarry: 'Retained for clawback',
  clawbackGross: 'Clawback exposure, gross',
  clawbackNet: 'Clawback exposure, net',
  escrowBalance: 'Escrow held by participants',
  coveredByEscrow: 'Covered by escrow',
};
export const tierTitles = {
  RETURN_OF_CAPITAL: 'Return of capital',
  PREFERRED_RETURN: 'Preferred return',
  CATCH_UP: 'Catch-up',
  SPLIT: 'Split',
} as const;
type Amount = (partner: LiquidatedPartner) => Decimal;

export interface ExplainedLiquidation {
  readonly book: LiquidationBook;
  readonly whatIf: WhatIf;
  /** The whole entries of the ledger, by id. */
  readonly entries: ReadonlyMap<string, LedgerEntry>;
  /** The investor whose figures are explained; null for the fund. */
  readonly investorId: string | null;
  /** The participants who received carry or have escrow. Empty if no figure of escrow is explained. */
  readonly recipients: readonly CarryRecipient[];
}

/**
 * Explains a figure of a hypothetical liquidation. The fund's is the sum over its partners; a partner's leads to the entries of the ledger.
 *
 * Source: docs/calculations/waterfall.md.
 * Fails:  never; undefined for an unknown figure or partner. Of a liquidation that isn't determined, only the fund's carry paid is explained.
 */
export function explainLiquidation(explained: ExplainedLiquidation): (figure: string) => PerformanceStep | undefined {
  const { book, whatIf, investorId } = explained;
  const steps = new StepRecorder();
  const partner = investorId === null ? null : partnerNumber(book, whatIf, investorId);
  if (partner === undefined) return () => undefined;
  const runs: TierOfPool[] = [];
  const liquidation = hypotheticalLiquidation(book, whatIf, recorderOf(steps, book, partner, runs));
  if (liquidation.isErr()) return (name) => (name === 'carryPaid' ? explainPaid(steps, explained) : undefined);
  if (partner !== null) explainPartner(steps, explained, liquidation.value, { at: partner, runs });
  return (name) => {
    const path = partner === null ? fundFigure(steps, explained, liquidation.value, name) : partnerPath(name, partner);
    return path && steps.tree(path);
  };
}

/** Explains carry paid by the entries of the ledger, without the terms. */
function explainPaid(steps: StepRecorder, { book, entries }: ExplainedLiquidation): PerformanceStep | undefined {
  const paid = carryPaidOf(book);
  if (paid === null) return undefined;
  const facts = (paidCarry(book) ?? []).flatMap(({ entry, amount }): CountedFact[] => {
    const record = entries.get(entry.id);
    return record === undefined ? [] : [{ kind: 'ENTRY', record, counted: amount }];
  });
  steps.step(['carryPaid'], carryPaidFormula, {}, paid, { name: titles['carryPaid'], facts });
  return steps.tree(['carryPaid']);
}

/** The amount of a tier in one group of investments. */
interface TierOfPool {
  readonly path: Path;
  readonly tier: string;
  readonly amount: Decimal;
}

/** Returns the position of an investor among the partners. */
function partnerNumber(book: LiquidationBook, whatIf: WhatIf, investorId: string): number | undefined {
  const at = liquidationFacts(book, whatIf).map(({ commitments }) =>
    commitments.findIndex(({ partner }) => partner === investorId),
  );
  return at.isOk() && at.value >= 0 ? at.value : undefined;
}

const isReference = (value: unknown): value is FigureReference =>
  typeof value === 'object' && value !== null && 'figure' in value;
const runNames: Readonly<Record<string, string>> = {
  unreturned: 'Unreturned capital',
  unpaid: 'Unpaid preferred return',
};

/** The engine's names of a partner's figures in the clawback. */
const clawbackSteps: Readonly<Record<string, string>> = { retainedCarry: 'retainedCarry', clawbackGross: 'partners' };
const partnerPath = (name: string, at: number): Path => {
  const step = clawbackSteps[name];
  return step === undefined ? ['partner', name] : ['clawback', step, at];
};

/** True if distributions of proceeds earned carry, which may not be paid yet. */
const hasReserve = ({ entries }: LiquidationBook): boolean => entries.some(({ type }) => type === 'CARRY-EARNED');

/** Records the engine's steps of one partner, or of the clawback of the fund, and collects the tiers of each group of investments. */
function recorderOf(steps: StepRecorder, book: LiquidationBook, partner: number | null, runs: TierOfPool[]): Recorder {
  const links: Readonly<Record<string, Path>> = {
    proceeds: ['partner', hasReserve(book) ? 'free' : 'proceeds'],
    contributions: ['partner', 'contributions'],
    distributions: ['partner', 'distributions'],
    'carry so far': ['partner', hasReserve(book) ? 'carrySoFar' : 'carryPaid'],
  };
  // Deal by deal, a group has only a part of these amounts.
  const isWhole = book.terms?.entered.basis === 'WHOLE_FUND';
  const linked = (name: string, value: unknown) => {
    const path = links[name];
    return isWhole && path && !isReference(value) ? figure(path, value as Decimal) : value;
  };
  const record: Recorder['record'] = (path, formula, inputs, result) => {
    const isRun = path[0] === 'runs';
    const isClawback = path[0] === 'clawback' && (partner === null || path[2] === partner);
    if (isRun ? path[1] !== partner : !isClawback) return;
    if (path[3] === 'tiers')
      runs.push({ path, tier: `${String(path[4])}.${String(path[5])}`, amount: result as Decimal });
    const own = isRun
      ? Object.fromEntries(Object.entries(inputs).map(([name, value]) => [name, linked(name, value)]))
      : inputs;
    const name = stepName(book, path);
    steps.step(path, formula, own as InputValues<typeof formula>, result, { name });
  };
  const recorder: Recorder = { record, within: () => recorder };
  return recorder;
}

function stepName({ partners }: LiquidationBook, path: Path): string {
  const [kind, , pool, step, tier, side] = path;
  if (kind === 'runs') {
    const group = Number(pool) === 0 ? '' : `, group ${String(Number(pool) + 1)}`;
    return step === 'tiers'
      ? `Tier ${String(Number(tier) + 1)}, ${side === 'gp' ? 'carry' : 'partner'}${group}`
      : `${runNames[String(step)] ?? ''}${group}`;
  }
  const ofPartner = partners[Number(path[2])]?.name ?? '';
  if (path[1] === 'retainedCarry') return `${titles['retainedCarry'] ?? ''}, ${ofPartner}`;
  if (path[1] === 'partners') return `Clawback, ${ofPartner}`;
  return (path[1] === 'gross' ? titles['clawbackGross'] : titles['clawbackNet']) ?? '';
}

/** Records the figures of one partner at `['partner', figure]`. */
function explainPartner(
  steps: StepRecorder,
  explained: ExplainedLiquidation,
  { partners, tiers, agreed }: HypotheticalLiquidation,
  { at, runs }: { readonly at: number; readonly runs: readonly TierOfPool[] },
): void {
  const { book, entries } = explained;
  const own = required(partners[at], 'a partner');
  const flows = flowsOf(book, isDealByDeal(agreed)).filter((flow) => flow.partner === own.id);
  const name = (title: string | undefined) => ({ name: `${title ?? ''}, ${own.name}` });
  explainCash(steps, flows, entries, own.name);
  if (hasReserve(book)) explainReserve(steps, explained, own, name);
  const commitments = new Map(book.partners.map(({ id, investorId }) => [id, investorId]));
  const nav = book.figures.find(({ commitmentId }) => commitments.get(commitmentId) === own.id)?.navBeforeCarry ?? null;
  steps.step(
    ['partner', 'proceeds'],
    formulas.proceeds,
    { 'NAV before carry': nav },
    own.proceeds,
    name(titles['proceeds']),
  );
  tiers.forEach(({ kind }, tier) => {
    for (const side of ['lp', 'gp'] as const) {
      const title = `${tierTitles[kind]}, ${side === 'gp' ? 'carry' : 'partner'}`;
      const amount = own.tiers[tier]?.[side] ?? zero;
      const parts = runs.filter((run) => run.tier === `${tier}.${side}`).map((run) => figure(run.path, run.amount));
      steps.step(['partner', `tier.${tier}.${side}`], formulas.pools, { parts }, amount, name(title));
    }
  });
  const tierParts = (side: 'lp' | 'gp') =>
    tiers.map((_, tier) => figure(['partner', `tier.${tier}.${side}`], own.tiers[tier]?.[side] ?? zero));
  const sumOfTiers = money('tiers', 'sum over the tiers', { parts: 'money' });
  if (own.unpaid.isZero()) {
    steps.step(['partner', 'lp'], sumOfTiers, { parts: tierParts('lp') }, own.lp, name(titles['lp']));
    steps.step(['partner', 'accrued'], sumOfTiers, { parts: tierParts('gp') }, own.accrued, name(titles['accrued']));
  } else {
    const retainedCarry = { retained: figure(partnerPath('retainedCarry', at), own.retainedCarry) };
    steps.step(
      ['partner', 'lp'],
      formulas.lp,
      { parts: tierParts('lp'), ...retainedCarry },
      own.lp,
      name(titles['lp']),
    );
    const unpaid = { 'earned, not paid': figure(['partner', 'unpaid'], own.unpaid), ...retainedCarry };
    const parts = tierParts('gp');
    steps.step(['partner', 'accrued'], formulas.accrued, { parts, ...unpaid }, own.accrued, name(titles['accrued']));
  }
  const inputs = {
    'carry paid': figure(['partner', 'carryPaid'], own.carryPaid),
    'accrued carry': figure(['partner', 'accrued'], own.accrued),
    'clawback exposure': figure(partnerPath('clawbackGross', at), own.clawbackGross),
  };
  steps.step(['partner', 'earned'], formulas.earned, inputs, own.earned, name(titles['earned']));
  for (const returned of ['retainedCarry', 'clawbackGross'])
    if (steps.tree(partnerPath(returned, at)) === undefined)
      steps.step(partnerPath(returned, at), formulas.carryPaid, {}, zero, {
        ...name(titles[returned]),
        note: nothingPaid,
      });
}

const nothingPaid = 'No carry was paid, so none has to be returned.';

/** Records the contributions, distributions and paid carry of a partner, down to the entries of the ledger. */
export function explainCash(
  steps: StepRecorder,
  flows: readonly LiquidationFlow[],
  entries: ReadonlyMap<string, LedgerEntry>,
  partner: string,
): void {
  const cash = (path: string, kind: LiquidationFlow['kind'], title: string, formula: Formula) => {
    const facts = countedEntries(flows, kind, entries);
    const sum = facts.reduce<Decimal>((total, { counted }) => total.plus(counted), zero);
    steps.step(['partner', path], formula, {}, sum, { name: `${title}, ${partner}`, facts });
  };
  cash('contributions', 'CONTRIBUTION', 'Contributions', formulas.contributions);
  cash('distributions', 'DISTRIBUTION', 'Distributions', formulas.distributions);
  cash('carryPaid', 'CARRY', titles['carryPaid'] ?? '', formulas.carryPaid);
}

/** Records carry that is earned and not paid: the proceeds that are left for the tiers, and the carry so far with it. */
function explainReserve(
  steps: StepRecorder,
  { book, entries }: ExplainedLiquidation,
  { id, unpaid, proceeds, carryPaid }: LiquidatedPartner,
  name: (title: string | undefined) => { readonly name: string },
): void {
  const commitment = book.partners.find(({ investorId }) => investorId === id)?.id;
  const facts = withoutReversed(book.entries).flatMap(({ id: entryId, type, shares }): CountedFact[] => {
    const record = type === 'CARRY-EARNED' ? entries.get(entryId) : undefined;
    const own = shares.find((share) => share.commitmentId === commitment && !share.isMirror);
    return record === undefined || own === undefined ? [] : [{ kind: 'ENTRY', record, counted: own.amount }];
  });
  steps.step(['partner', 'unpaid'], formulas.unpaid, {}, unpaid, { ...name(titles['unpaid']), facts });
  const ofPartner = { 'earned, not paid': figure(['partner', 'unpaid'], unpaid) };
  const proceedsStep = figure(['partner', 'proceeds'], proceeds);
  const free = proceeds.minus(unpaid);
  steps.step(['partner', 'free'], formulas.free, { proceeds: proceedsStep, ...ofPartner }, free, name('For the tiers'));
  const paid = figure(['partner', 'carryPaid'], carryPaid);
  const soFar = carryPaid.plus(unpaid);
  steps.step(
    ['partner', 'carrySoFar'],
    formulas.carrySoFar,
    { 'carry paid': paid, ...ofPartner },
    soFar,
    name('Carry so far'),
  );
}

/** Returns the entries of flows of a kind. The flows of an entry that are dated back to several days are one fact. */
function countedEntries(
  flows: readonly LiquidationFlow[],
  kind: LiquidationFlow['kind'],
  entries: ReadonlyMap<string, LedgerEntry>,
): CountedFact[] {
  const ofKind = groupBy(
    flows.filter((flow) => flow.kind === kind),
    ({ entryId }) => entryId,
  );
  return [...ofKind].flatMap(([entryId, own]) => factOf(entryId, own, entries));
}

function factOf(
  entryId: string,
  flows: readonly LiquidationFlow[],
  entries: ReadonlyMap<string, LedgerEntry>,
): CountedFact[] {
  const record = entries.get(entryId);
  const counted = flows.reduce<Decimal>((sum, { amount }) => sum.plus(amount), zero);
  return record === undefined ? [] : [{ kind: 'ENTRY', record, counted }];
}

/** Records the escrow of the participants, or the part of the clawback that it covers. */
function escrowFigure(
  steps: StepRecorder,
  { recipients }: ExplainedLiquidation,
  liquidation: HypotheticalLiquidation,
  name: 'escrowBalance' | 'coveredByEscrow',
): Path {
  const { escrowBalance, coveredByEscrow } = coverByEscrow(liquidation, recipients);
  steps.step(['escrowBalance'], formulas.escrowBalance, {}, escrowBalance, { name: titles['escrowBalance'] });
  const { gross } = liquidation.clawback;
  const inputs = {
    'clawback exposure': liquidation.carryPaid.isZero() ? gross : figure(['clawback', 'gross'], gross),
    'escrow held by participants': figure(['escrowBalance'], escrowBalance),
    'escrow above the participants’ own parts': escrowBalance.minus(coveredByEscrow),
  };
  steps.step(['coveredByEscrow'], formulas.coveredByEscrow, inputs, coveredByEscrow, {
    name: titles['coveredByEscrow'],
  });
  return [name];
}

/** Records a tax distribution, with the carry of its year down to the entries of the ledger. Undefined for an unknown one. */
function taxFigure(
  steps: StepRecorder,
  { book, entries }: ExplainedLiquidation,
  { taxDistributions, agreed, date }: HypotheticalLiquidation,
  name: string,
): Path | undefined {
  const [, position = '', part] = name.split('.');
  const found = taxDistributions[Number(position)];
  if (found === undefined || part !== 'due') return undefined;
  const { year, recipient, income, rate, received, due } = found;
  const title = `${book.partners.find(({ investorId }) => investorId === recipient)?.name ?? ''}, ${String(year)}`;
  const flows = flowsOf(book, isDealByDeal(agreed)).filter((flow) => isCarryOfYear(flow, year, date));
  const facts = countedEntries(flows, 'CARRY', entries);
  steps.step([name, 'received'], formulas.taxReceived, {}, received, { name: `Carry received, ${title}`, facts });
  const inputs = { 'taxable income': income, rate, 'carry received': figure([name, 'received'], received) };
  steps.step([name], formulas.taxDue, inputs, due, { name: `Tax distribution due, ${title}` });
  return [name];
}

/** Records a figure of the fund as the sum over its partners, or carry paid as that of its entries, and returns its path. */
function fundFigure(
  steps: StepRecorder,
  explained: ExplainedLiquidation,
  liquidation: HypotheticalLiquidation,
  name: string,
): Path | undefined {
  const { book, entries } = explained;
  const { partners, tiers, clawback, carryPaid, agreed } = liquidation;
  if (name === 'clawbackGross' || name === 'clawbackNet') {
    if (!carryPaid.isZero()) return ['clawback', name === 'clawbackGross' ? 'gross' : 'due'];
    const amount = name === 'clawbackGross' ? clawback.gross : clawback.net;
    steps.step([name], formulas.carryPaid, {}, amount, {
      name: titles[name],
      note: nothingPaid,
    });
    return [name];
  }
  if (name === 'escrowBalance' || name === 'coveredByEscrow') return escrowFigure(steps, explained, liquidation, name);
  if (name.startsWith('tax.')) return taxFigure(steps, explained, liquidation, name);
  if (name === 'carryPaid') {
    const facts = countedEntries(flowsOf(book, isDealByDeal(agreed)), 'CARRY', entries);
    steps.step([name], formulas.carryPaid, {}, carryPaid, { name: titles[name], facts });
    return [name];
  }
  const [, position = '', side = ''] = name.split('.');
  const tier = tiers[Number(position)];
  const amounts: Readonly<Record<string, Amount>> = {
    proceeds: (partner) => partner.proceeds,
    lp: (partner) => partner.lp,
    earned: (partner) => partner.earned,
    accrued: (partner) => partner.accrued,
    unpaid: (partner) => partner.unpaid,
    retainedCarry: (partner) => partner.retainedCarry,
  };
  const ofTier: Amount = (partner) => partner.tiers[Number(position)]?.[side === 'gp' ? 'gp' : 'lp'] ?? zero;
  const amount = name.startsWith('tier.') && tier !== undefined ? ofTier : amounts[name];
  if (amount === undefined) return undefined;
  const title =
    titles[name] ?? `${tier === undefined ? '' : tierTitles[tier.kind]}, ${side === 'gp' ? 'carry' : 'partners'}`;
  const parts = partners.map(amount);
  const sum = parts.reduce<Decimal>((total, part) => total.plus(part), zero);
  steps.step([name], formulas.partners, { parts }, sum, {
    name: title,
    names: { parts: partners.map((partner) => partner.name) },
  });
  return [name];
}
