import { type Decimal, defineFormula, figure, type Path, type Recorder } from '../../kernel/index.ts';
import type { NavShare } from './accrueAtNav.ts';
import type { CarryAtNav } from './carryAtNav.ts';

const source = 'docs/calculations/waterfall.md';
const rounding = 'half away from zero, to cents';
const roundedParts = 'down to the cent, then one cent each to the largest remainders until the parts total the amount';
const totalFormula = defineFormula({
  id: 'carryAtNav.total',
  text: 'the sum of the determined amounts in this currency',
  inputs: { row: 'money' },
  result: 'money',
  source,
});
const sharesFormula = defineFormula({
  id: 'carryAtNav.shares',
  text: 'the sum of all shares in the investment, directly and through entities',
  inputs: { share: 'money' },
  result: 'money',
  source,
});
const investmentFormula = defineFormula({
  id: 'carryAtNav.investment',
  text: 'the investment’s part of the fund’s accrued carry, as the fund attributes it',
  inputs: { 'accrued carry of the fund': 'money', attribution: 'text' },
  result: 'money',
  source,
});
const trancheFormula = defineFormula({
  id: 'carryAtNav.tranche',
  text: 'carry of the tranche = accrued carry x its invested amount / invested amounts of all tranches',
  inputs: { 'accrued carry': 'money', 'invested amount': 'money', 'invested amounts': 'money' },
  result: 'money',
  rounding: roundedParts,
  source,
});
const shareFormula = defineFormula({
  id: 'carryAtNav.share',
  text: 'carry at NAV = accrued carry x points in force / 100',
  inputs: { 'accrued carry': 'money', points: 'percent' },
  result: 'money',
  rounding: roundedParts,
  source,
});
const investedFormula = defineFormula({
  id: 'carryAtNav.invested',
  text: 'invested dollars = invested amount x points in force / 100',
  inputs: { 'invested amount': 'money', points: 'percent' },
  result: 'money',
  rounding,
  source,
});
const vestedFormula = defineFormula({
  id: 'carryAtNav.vested',
  text: 'vested = carry at NAV x vested % / 100',
  inputs: { 'carry at NAV': 'money', 'vested %': 'percent' },
  result: 'money',
  rounding,
  source,
});
const unvestedFormula = defineFormula({
  id: 'carryAtNav.unvested',
  text: 'not vested = carry at NAV - vested',
  inputs: { 'carry at NAV': 'money', vested: 'money' },
  result: 'money',
  source,
});
const nextFormula = defineFormula({
  id: 'carryAtNav.next',
  text: 'vests then = carry at NAV x vested % on that day / 100 - vested',
  inputs: { 'carry at NAV': 'money', day: 'date', 'vested % on that day': 'percent', vested: 'money' },
  result: 'money',
  rounding,
  source,
});
const clawbackFormula = defineFormula({
  id: 'carryAtNav.clawback',
  text: 'clawback = exposure of the fund x carry paid to the participant / carry paid to everyone',
  inputs: {
    'exposure of the fund': 'money',
    'carry paid to the participant': 'money',
    'carry paid to everyone': 'money',
  },
  result: 'money',
  rounding: roundedParts,
  source,
});
const coverFormula = defineFormula({
  id: 'carryAtNav.cover',
  text: 'covered = clawback before tax, at most the escrow at the fund',
  inputs: { 'clawback before tax': 'money', 'escrow at the fund': 'money' },
  result: 'money',
  source: 'docs/calculations/carry-position.md',
});

/** The accrued carry of a fund, and how it is attributed to investments, in words. */
interface ExplainedFund {
  readonly path: Path;
  readonly accrued: Decimal | null;
  readonly attribution: string | null;
}

/**
 * Records how a participant's figures follow from the accrued carry of the investment and the points in force. The part of the fund's carry that the
 * investment has is recorded only with a fund. Amounts that aren't determined aren't recorded.
 *
 * Source: docs/calculations/waterfall.md.
 */
export function explainCarryAtNav(carry: CarryAtNav, fund: ExplainedFund | undefined, explain: Recorder): void {
  const { shares, whole } = carry;
  if (fund && whole !== null) {
    const accrued = figure(fund.path, fund.accrued);
    const inputs = { 'accrued carry of the fund': accrued, attribution: fund.attribution };
    explain.record(['accrued'], investmentFormula, inputs, whole);
  }
  const [only] = shares.length === 1 ? shares : [];
  if (only) {
    explainShare(only, figure(['accrued'], whole), explain);
    return;
  }
  for (const [at, share] of shares.entries())
    explainShare(share, figure(['..', '..', 'accrued'], whole), explain.within(['shares', at]));
  const sum = (name: string, amountOf: (share: NavShare) => Decimal | null, total: Decimal | null) => {
    const parts = shares.flatMap((share, at) => {
      const amount = amountOf(share);
      return amount === null ? [] : [figure(['shares', at, name], amount)];
    });
    if (total !== null) explain.record([name], sharesFormula, { share: parts }, total);
  };
  sum('carryAtNav', ({ accrued }) => accrued, carry.accrued);
  sum('vested', ({ vested }) => vested, carry.vested);
  sum('unvested', ({ unvested }) => unvested, carry.unvested);
  sum('invested', ({ invested }) => invested, carry.invested);
  const { next } = carry;
  if (next) sum('nextAmount', (share) => (share.next?.on === next.on ? share.next.amount : null), next.amount);
}

function explainShare(share: NavShare, whole: ReturnType<typeof figure>, explain: Recorder): void {
  const { accrued, vested, unvested, vestedPercent, next, invested, part, partPoints: points } = share;
  if (invested !== null)
    explain.record(['invested'], investedFormula, { 'invested amount': part.invested, points }, invested);
  if (accrued === null) return;
  const isTranche = !part.weight.equals(part.weights);
  if (isTranche) {
    const amounts = { 'invested amount': part.weight, 'invested amounts': part.weights };
    explain.record(['part'], trancheFormula, { 'accrued carry': whole, ...amounts }, part.amount);
  }
  const base = isTranche ? figure(['part'], part.amount) : whole;
  explain.record(['carryAtNav'], shareFormula, { 'accrued carry': base, points }, accrued);
  if (vested === null) return;
  const carry = { 'carry at NAV': figure(['carryAtNav'], accrued) };
  const vestedNow = figure(['vested'], vested);
  explain.record(['vested'], vestedFormula, { ...carry, 'vested %': vestedPercent }, vested);
  explain.record(['unvested'], unvestedFormula, { ...carry, vested: vestedNow }, unvested);
  if (next === null) return;
  const then = { day: next.on, 'vested % on that day': next.vestedPercent };
  explain.record(['nextAmount'], nextFormula, { ...carry, ...then, vested: vestedNow }, next.amount);
}

/** The clawback of a fund, and the carry by which it is split. */
export interface ExplainedExposure {
  readonly path: Path;
  readonly exposure: Decimal;
  readonly received: Decimal;
  readonly receivedByAll: Decimal;
}

/** Records a participant's part of a fund's clawback, as `exposureByRecipient` splits it. */
export function explainClawback(
  name: string,
  { path, exposure, received, receivedByAll }: ExplainedExposure,
  amount: Decimal,
  explain: Recorder,
): void {
  const inputs = {
    'exposure of the fund': figure(path, exposure),
    'carry paid to the participant': received,
    'carry paid to everyone': receivedByAll,
  };
  explain.record([name], clawbackFormula, inputs, amount);
}

/** Records the part of a participant's clawback that their escrow covers. */
export function explainCover(
  { gross, escrow, covered }: Readonly<Record<'gross' | 'escrow' | 'covered', Decimal>>,
  explain: Recorder,
): void {
  const inputs = { 'clawback before tax': figure(['clawbackGross'], gross), 'escrow at the fund': escrow };
  explain.record(['coveredByEscrow'], coverFormula, inputs, covered);
}

/** Records a sum of rows. Each row has its path and its amount. */
export function explainNavTotal(
  path: Path,
  rows: readonly { readonly path: Path; readonly amount: Decimal }[],
  total: Decimal,
  explain: Recorder,
): void {
  const parts = rows.map((row) => figure(row.path, row.amount));
  explain.record(path, totalFormula, { row: parts }, total);
}
