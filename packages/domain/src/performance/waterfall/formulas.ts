import { type Decimal, defineFormula, figure, type Recorder } from '../../kernel/index.ts';
import type { LifetimeCarry } from './entitlement.ts';
import type { Position, TierRun } from './runTiers.ts';
import type { ClawbackResult, WaterfallResult } from './result.ts';

const SOURCE = 'ILPA Principles 3.0, 2019, pages 9 to 11; docs/calculations/waterfall.md';

const proceedsFormula = defineFormula({
  id: 'waterfall.proceeds',
  text: 'proceeds of a partner = proceeds x its contributions to the investment / all contributions to it',
  inputs: { proceeds: 'money', partners: 'count' },
  result: 'money',
  rounding: 'largest remainder; equal remainders to the earlier partner',
  source: SOURCE,
});
const tierFormula = defineFormula({
  id: 'waterfall.tiers',
  text: 'capital and preferred return: at most the amount due; catch-up: at most (target x profit - carry) / (GP share - target); split: the rest, or up to its hurdle',
  inputs: {
    proceeds: 'money',
    'unreturned capital': 'money',
    'unpaid preferred return': 'money',
    'profit so far': 'money',
    'carry so far': 'money',
    'carry in advance': 'money',
  },
  result: 'money',
  rounding: 'half away from zero, to cents, of the running totals of a partner',
  source: SOURCE,
});
const balanceFormulas = {
  unreturned: defineFormula({
    id: 'waterfall.unreturnedCapital',
    text: 'unreturned capital = capital due back - distributions that returned it',
    inputs: { contributions: 'money', distributions: 'money' },
    result: 'money',
    source: SOURCE,
  }),
  unpaid: defineFormula({
    id: 'waterfall.unpaidPreferredReturn',
    text: 'unpaid preferred return = return earned on unreturned capital, and on unpaid return if it is compounded - preferred return paid',
    inputs: { 'unreturned capital': 'money', paid: 'money' },
    result: 'money',
    rounding: 'half away from zero, to cents, once',
    source: SOURCE,
  }),
};
const sumFormula = defineFormula({
  id: 'waterfall.sum',
  text: 'sum over the partners',
  inputs: { parts: 'money' },
  result: 'money',
  source: SOURCE,
});
const partnerFormula = defineFormula({
  id: 'waterfall.clawback.partner',
  text: 'clawback of a partner = min(received, max(all carry - carry of the tiers, shortfall) - retained)',
  inputs: {
    received: 'money',
    'all carry': 'money',
    'carry of the tiers': 'money',
    shortfall: 'money',
    retained: 'money',
    profit: 'money',
  },
  result: 'money',
  rounding: 'half away from zero, to cents',
  source: SOURCE,
});
const retainedCarryFormula = defineFormula({
  id: 'waterfall.clawback.retainedCarry',
  text: 'retained = min(earned and not paid, max(all carry - carry of the tiers, shortfall))',
  inputs: {
    'earned and not paid': 'money',
    'all carry': 'money',
    'carry of the tiers': 'money',
    shortfall: 'money',
    profit: 'money',
  },
  result: 'money',
  rounding: 'half away from zero, to cents',
  source: SOURCE,
});
const clawbackFormula = defineFormula({
  id: 'waterfall.clawback.due',
  text: 'due = gross; CAP: min(gross, received x (1 - tax)); SCALE: gross x (1 - tax)',
  inputs: { gross: 'money', received: 'money', method: 'text', 'tax rate': 'percent' },
  result: 'money',
  rounding: 'half away from zero, to cents',
  source: SOURCE,
});

/** Records how a partner's cash went through the tiers of a pool. */
export function explainRun(
  explain: Recorder,
  path: readonly (string | number)[],
  position: Position,
  run: TierRun,
): void {
  const { unreturned, unpaidPreferred, contributed, distributed, preferredPaid } = position;
  const capital = [...path, 'unreturned'];
  explain.record(
    capital,
    balanceFormulas.unreturned,
    { contributions: contributed, distributions: distributed },
    unreturned,
  );
  const earning = { 'unreturned capital': figure(capital, unreturned), paid: preferredPaid };
  explain.record([...path, 'unpaid'], balanceFormulas.unpaid, earning, unpaidPreferred);
  const inputs = {
    proceeds: run.lp.plus(run.gp),
    'unreturned capital': figure(capital, unreturned),
    'unpaid preferred return': figure([...path, 'unpaid'], unpaidPreferred),
    'profit so far': position.partnerProfit.plus(position.carry),
    'carry so far': position.carry,
    'carry in advance': run.advance,
  };
  run.tiers.forEach((tier, i) => {
    explain.record([...path, 'tiers', i, 'lp'], tierFormula, inputs, tier.lp);
    explain.record([...path, 'tiers', i, 'gp'], tierFormula, inputs, tier.gp);
  });
}

export function explainShare(
  explain: Recorder,
  path: readonly (string | number)[],
  proceeds: Decimal,
  share: Decimal,
  partners: number,
) {
  explain.record(path, proceedsFormula, { proceeds, partners }, share);
}

/** Records the totals as sums over the partners and pools whose runs were recorded. */
export function explainTotals(
  explain: Recorder,
  result: Pick<WaterfallResult, 'tiers' | 'partners' | 'lp' | 'gp'>,
  runs: readonly { readonly path: readonly (string | number)[]; readonly partner: string; readonly run: TierRun }[],
): void {
  const parts = (name: 'lp' | 'gp', matches: (run: (typeof runs)[number], tier: number) => boolean) =>
    runs.flatMap((entry) =>
      entry.run.tiers.flatMap((tier, i) =>
        matches(entry, i) ? [figure([...entry.path, 'tiers', i, name], tier[name])] : [],
      ),
    );
  for (const name of ['lp', 'gp'] as const) {
    result.tiers.forEach((tier, i) => {
      explain.record(['tiers', i, name], sumFormula, { parts: parts(name, (_, at) => at === i) }, tier[name]);
    });
    result.partners.forEach((partner, i) => {
      const own = parts(name, (entry) => entry.partner === partner.id);
      explain.record(['partners', i, name], sumFormula, { parts: own }, partner[name]);
    });
    const tiers = result.tiers.map((tier, i) => figure(['tiers', i, name], tier[name]));
    explain.record([name], sumFormula, { parts: tiers }, result[name]);
  }
}

export function explainClawback(
  explain: Recorder,
  partners: readonly LifetimeCarry[],
  clawback: ClawbackResult,
  tax: { readonly method: string; readonly rate: Decimal | null },
): void {
  partners.forEach(({ received, unpaid, carry, entitled, shortfall, profit, retainedCarry, clawback: due }, i) => {
    const inputs = { 'all carry': carry, 'carry of the tiers': entitled, shortfall, profit };
    explain.record(
      ['clawback', 'retainedCarry', i],
      retainedCarryFormula,
      { 'earned and not paid': unpaid, ...inputs },
      retainedCarry,
    );
    const retainedCarryFigure = figure(['clawback', 'retainedCarry', i], retainedCarry);
    explain.record(
      ['clawback', 'partners', i],
      partnerFormula,
      { received, ...inputs, retained: retainedCarryFigure },
      due,
    );
  });
  const gross = partners.map((partner, i) => figure(['clawback', 'partners', i], partner.clawback));
  explain.record(['clawback', 'gross'], sumFormula, { parts: gross }, clawback.gross);
  const inputs = {
    gross: figure(['clawback', 'gross'], clawback.gross),
    received: clawback.received,
    method: tax.method,
    'tax rate': tax.rate,
  };
  explain.record(['clawback', 'due'], clawbackFormula, inputs, clawback.due);
}
