import { type Decimal, defineFormula, figure, type Recorder, roundMoney, zero } from '../../kernel/index.ts';

/** The vested and unvested percentages of one share in a source, both in percent of the source. */
interface VestedShareOfSource {
  readonly vested: Decimal;
  readonly unvested: Decimal;
}

/** A carry balance, split by vesting. */
export interface VestedBalance {
  readonly vested: Decimal;
  readonly unvested: Decimal;
}

const source = 'docs/calculations/vesting-analysis.md';
const vestedFormula = defineFormula({
  id: 'vesting.accrued.vested',
  text: 'vested = balance x effective vested / (effective vested + effective unvested), over all shares in the source; a balance of zero or less is vested',
  inputs: { balance: 'money', 'effective vested': 'percent', 'effective unvested': 'percent' },
  result: 'money',
  rounding: 'half away from zero, to cents',
  source,
});
const unvestedFormula = defineFormula({
  id: 'vesting.accrued.unvested',
  text: 'unvested = balance - vested',
  inputs: { balance: 'money', vested: 'money' },
  result: 'money',
  source,
});
const ofAllFormula = defineFormula({
  id: 'vesting.accrued.sum',
  text: 'the sum over all sources in this currency whose vesting is determined',
  inputs: { source: 'money' },
  result: 'money',
  source,
});
const undeterminedFormula = defineFormula({
  id: 'vesting.accrued.undetermined',
  text: 'the sum of the balances of all sources in this currency whose vesting isn’t determined',
  inputs: { source: 'money' },
  result: 'money',
  source,
});
const accruedFormula = defineFormula({
  id: 'vesting.accrued.total',
  text: 'accrued = vested + unvested + not determined',
  inputs: { vested: 'money', unvested: 'money', 'not determined': 'money' },
  result: 'money',
  source,
});

/**
 * Splits the carry balance of a participant at a source by the vesting of their shares there. A balance of zero or less is vested.
 *
 *     vested = round2(balance x sum of vested % / sum of (vested % + unvested %)); unvested = balance - vested
 *
 * Units:  money in one currency.
 * Source: docs/calculations/vesting-analysis.md.
 * Fails:  never; undefined without a share above zero.
 */
export function vestedBalance(
  balance: Decimal,
  shares: readonly VestedShareOfSource[],
  explain?: Recorder,
): VestedBalance | undefined {
  const vested = shares.reduce<Decimal>((sum, share) => sum.plus(share.vested), zero);
  const whole = shares.reduce<Decimal>((sum, share) => sum.plus(share.unvested), vested);
  const isSplit = balance.gt(0);
  if (isSplit && whole.isZero()) return undefined;
  const part = isSplit ? roundMoney(balance.times(vested).div(whole)) : balance;
  const unvested = balance.minus(part);
  const effective = { 'effective vested': vested, 'effective unvested': whole.minus(vested) };
  explain?.record(['vested'], vestedFormula, { balance, ...effective }, part);
  explain?.record(['unvested'], unvestedFormula, { balance, vested: figure(['vested'], part) }, unvested);
  return { vested: part, unvested };
}

/** Returns the amount that an account was paid above its accruals: the negative of a balance below zero, otherwise zero. */
export const paidAboveAccrued = (balance: Decimal): Decimal => (balance.lt(0) ? balance.negated() : zero);

/**
 * Adds up the balances of several sources in one currency, without those that aren't determined; undefined if none is.
 * An explanation refers to the parts of each source, recorded below `sources`.
 */
export function vestedBalanceOfAll(
  balances: readonly (VestedBalance | undefined)[],
  explain?: Recorder,
): VestedBalance | undefined {
  const determined = balances.flatMap((balance, at) => (balance ? [{ balance, at }] : []));
  if (determined.length === 0) return undefined;
  const sum = (part: keyof VestedBalance) => {
    const total = determined.reduce<Decimal>((before, { balance }) => before.plus(balance[part]), zero);
    const inputs = determined.map(({ balance, at }) => figure(['sources', at, part], balance[part]));
    explain?.record([part], ofAllFormula, { source: inputs }, total);
    return total;
  };
  return { vested: sum('vested'), unvested: sum('unvested') };
}

/** Adds up the balances of the sources in one currency whose vesting isn't determined. */
export function undeterminedBalance(balances: readonly Decimal[], explain?: Recorder): Decimal {
  const total = balances.reduce<Decimal>((sum, balance) => sum.plus(balance), zero);
  explain?.record(['undetermined'], undeterminedFormula, { source: balances }, total);
  return total;
}

/** Adds up the parts of the carry accrued in one currency. */
export function accruedBalance(parts: VestedBalance | undefined, undetermined: Decimal, explain?: Recorder): Decimal {
  const { vested, unvested } = parts ?? { vested: zero, unvested: zero };
  const total = vested.plus(unvested).plus(undetermined);
  const split = parts
    ? { vested: figure(['vested'], vested), unvested: figure(['unvested'], unvested) }
    : { vested, unvested };
  explain?.record(
    ['accrued'],
    accruedFormula,
    { ...split, 'not determined': figure(['undetermined'], undetermined) },
    total,
  );
  return total;
}
