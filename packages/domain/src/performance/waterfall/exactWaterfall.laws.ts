/**
 * An independent implementation of the waterfall in exact fractions, written from the definitions of the tiers, to compare with.
 *
 * It shares no code with the engine: strings in, fractions of cents out. Compounding is exact only over whole periods. So funds with a compounded
 * preferred return or an IRR hurdle have whole years of 365 days between flows. Speed doesn't matter.
 */

export interface Fraction {
  readonly n: bigint;
  readonly d: bigint;
}

const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? (a < 0n ? -a : a) : gcd(b, a % b));
const ratio = (n: bigint, d: bigint): Fraction => {
  const divisor = gcd(n, d) * (d < 0n ? -1n : 1n);
  return { n: n / divisor, d: d / divisor };
};
const nothing: Fraction = { n: 0n, d: 1n };
const single: Fraction = { n: 1n, d: 1n };
const plus = (a: Fraction, b: Fraction) => ratio(a.n * b.d + b.n * a.d, a.d * b.d);
const minus = (a: Fraction, b: Fraction) => ratio(a.n * b.d - b.n * a.d, a.d * b.d);
const times = (a: Fraction, b: Fraction) => ratio(a.n * b.n, a.d * b.d);
const over = (a: Fraction, b: Fraction) => ratio(a.n * b.d, a.d * b.n);
const below = (a: Fraction, b: Fraction) => a.n * b.d < b.n * a.d;
const least = (a: Fraction, b: Fraction) => (below(a, b) ? a : b);
const most = (a: Fraction, b: Fraction) => (below(a, b) ? b : a);
const positive = (a: Fraction) => most(a, nothing);
const power = (a: Fraction, exponent: number): Fraction => {
  if (exponent < 0) return over(single, power(a, -exponent));
  return ratio(a.n ** BigInt(exponent), a.d ** BigInt(exponent));
};
const parse = (text: string): Fraction => {
  const [whole = '0', decimals = ''] = text.split('.');
  return ratio(BigInt(`${whole}${decimals}`), 10n ** BigInt(decimals.length));
};
const percent = (text: string) => over(parse(text), { n: 100n, d: 1n });

/** Rounds to cents, halves away from zero. */
export const toCent = ({ n, d }: Fraction): bigint => {
  const size = n < 0n ? -n : n;
  const cents = (200n * size + d) / (2n * d);
  return n < 0n ? -cents : cents;
};

export interface PlainTier {
  readonly kind: string;
  readonly rate?: string;
  readonly compounding?: string;
  readonly dayCount?: string;
  readonly base?: string;
  readonly gpShare?: string;
  readonly target?: string;
  readonly until?: { readonly irr?: string; readonly multiple?: string };
}
export interface PlainFlow {
  readonly date: string;
  readonly partner: string;
  readonly investment: string;
  readonly amount: string;
  readonly to?: 'GP';
  readonly fee?: boolean;
}
export interface PlainFund {
  readonly terms: { readonly basis: string; readonly tiers: readonly PlainTier[] };
  readonly flows: readonly PlainFlow[];
  readonly distribution: { readonly date: string; readonly investment: string; readonly amount: string };
}

export interface ExactPartner {
  readonly id: string;
  /** By tier. */
  readonly tiers: readonly { readonly lp: Fraction; readonly gp: Fraction }[];
  readonly unreturned: Fraction;
  readonly unpaid: Fraction;
}

const dateParts = (date: string) => date.split('-').map(Number) as [number, number, number];
const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
const MONTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Days since the year 1, counted one month at a time. */
function ordinal(date: string): number {
  const [year, month, day] = dateParts(date);
  let days = day;
  for (let y = 1; y < year; y++) days += isLeap(y) ? 366 : 365;
  for (let m = 1; m < month; m++) days += (MONTHS[m - 1] ?? 0) + (m === 2 && isLeap(year) ? 1 : 0);
  return days;
}

/** Years between two dates, by day count. */
function years(dayCount: string, from: string, to: string): Fraction {
  const days = BigInt(ordinal(to) - ordinal(from));
  if (dayCount === 'ACT/365') return ratio(days, 365n);
  if (dayCount === 'ACT/360') return ratio(days, 360n);
  const [y1, m1, d1] = dateParts(from);
  const [y2, m2, d2] = dateParts(to);
  if (dayCount === '30/360') {
    const first = d1 === 31 ? 30 : d1;
    const last = d2 === 31 && first === 30 ? 30 : d2;
    return ratio(BigInt(360 * (y2 - y1) + 30 * (m2 - m1) + last - first), 360n);
  }
  let total = nothing;
  for (let year = y1; year <= y2; year++) {
    const start = year === y1 ? ordinal(from) : ordinal(`${year}-01-01`);
    const end = year === y2 ? ordinal(to) : ordinal(`${year + 1}-01-01`);
    total = plus(total, ratio(BigInt(end - start), isLeap(year) ? 366n : 365n));
  }
  return total;
}

const PERIODS: Readonly<Record<string, number>> = { ANNUAL: 1, QUARTERLY: 4, MONTHLY: 12 };

/** The earnings of one unit: rate x years, or the compounded growth less one. Throws if the periods aren't whole. */
function growth({ rate = '0', compounding, dayCount = 'ACT/365' }: PlainTier, from: string, to: string): Fraction {
  const length = years(dayCount, from, to);
  if (compounding === 'SIMPLE') return times(percent(rate), length);
  if (compounding === 'DAILY') {
    const yearDays = dayCount === 'ACT/360' ? 360n : 365n;
    const daily = plus(single, over(percent(rate), { n: yearDays, d: 1n }));
    return minus(power(daily, ordinal(to) - ordinal(from)), single);
  }
  const periods = PERIODS[compounding ?? 'ANNUAL'] ?? 1;
  const count = times(length, { n: BigInt(periods), d: 1n });
  if (count.d !== 1n) throw new RangeError('the periods are not whole');
  return minus(power(plus(single, over(percent(rate), { n: BigInt(periods), d: 1n })), Number(count.n)), single);
}

interface Account {
  date: string;
  capital: Fraction;
  fees: Fraction;
  unpaid: Fraction;
  profit: Fraction;
  carry: Fraction;
  flows: { readonly date: string; readonly amount: Fraction }[];
}

/** Adds the preferred return of the days since the last flow: on capital, and on the unpaid part if it compounds. */
function wait(account: Account, tiers: readonly PlainTier[], date: string): void {
  const preferred = tiers.find(({ kind }) => kind === 'PREFERRED_RETURN');
  if (preferred !== undefined && account.date !== '' && account.date < date) {
    const capital = preferred.base === 'CAPITAL' ? minus(account.capital, account.fees) : account.capital;
    const base = preferred.compounding === 'SIMPLE' ? capital : plus(capital, account.unpaid);
    account.unpaid = plus(account.unpaid, times(base, growth(preferred, account.date, date)));
  }
  account.date = date;
}

function returnCapital(account: Account, amount: Fraction): Fraction {
  const part = least(amount, account.capital);
  if (account.capital.n > 0n) account.fees = minus(account.fees, times(account.fees, over(part, account.capital)));
  account.capital = minus(account.capital, part);
  return part;
}

/** Cash that a partner received earlier: capital and preferred return in the order of the tiers, then profit. */
function receive(account: Account, tiers: readonly PlainTier[], amount: Fraction): void {
  let rest = amount;
  for (const { kind } of tiers) {
    if (kind === 'RETURN_OF_CAPITAL') rest = minus(rest, returnCapital(account, rest));
    if (kind === 'PREFERRED_RETURN') {
      const part = least(rest, account.unpaid);
      account.unpaid = minus(account.unpaid, part);
      account.profit = plus(account.profit, part);
      rest = minus(rest, part);
    }
  }
  account.profit = plus(account.profit, rest);
}

/** The cash that brings a partner to a hurdle: by definition, the net present value of all its flows at the rate is then zero. */
function missingTo(until: NonNullable<PlainTier['until']>, account: Account, date: string): Fraction {
  let amount: Fraction | undefined;
  if (until.irr !== undefined) {
    const yearly = plus(single, percent(until.irr));
    const value = account.flows.reduce((sum, flow) => {
      const length = years('ACT/365', flow.date, date);
      if (length.d !== 1n) throw new RangeError('the years are not whole');
      return plus(sum, times(flow.amount, power(yearly, Number(length.n))));
    }, nothing);
    amount = minus(nothing, value);
  }
  if (until.multiple === undefined) return amount ?? nothing;
  const paid = account.flows.reduce((sum, flow) => (flow.amount.n < 0n ? minus(sum, flow.amount) : sum), nothing);
  const received = account.flows.reduce((sum, flow) => (flow.amount.n > 0n ? plus(sum, flow.amount) : sum), nothing);
  const byMultiple = minus(times(parse(until.multiple), paid), received);
  return amount === undefined ? byMultiple : most(amount, byMultiple);
}

function runTier(tier: PlainTier, account: Account, rest: Fraction, sofar: Fraction, date: string) {
  if (tier.kind === 'RETURN_OF_CAPITAL') return { lp: returnCapital(account, rest), gp: nothing };
  if (tier.kind === 'PREFERRED_RETURN') {
    // The amount due is money: it is rounded once.
    const part = least(rest, ratio(toCent(account.unpaid), 100n));
    account.unpaid = minus(account.unpaid, part);
    account.profit = plus(account.profit, part);
    return { lp: part, gp: nothing };
  }
  const share = percent(tier.gpShare ?? '0');
  let total = rest;
  if (tier.kind === 'CATCH_UP') {
    const target = percent(tier.target ?? '0');
    const due = minus(times(target, plus(account.profit, account.carry)), account.carry);
    total = least(rest, positive(over(due, minus(share, target))));
  } else if (tier.until !== undefined) {
    const missing = positive(minus(ratio(toCent(missingTo(tier.until, account, date)), 100n), sofar));
    total = least(rest, over(missing, minus(single, share)));
  }
  const gp = times(total, share);
  account.profit = plus(account.profit, minus(total, gp));
  account.carry = plus(account.carry, gp);
  return { lp: minus(total, gp), gp };
}

const newAccount = (): Account => ({
  date: '',
  capital: nothing,
  fees: nothing,
  unpaid: nothing,
  profit: nothing,
  carry: nothing,
  flows: [],
});

/** An investment that is sold for the first time brings in its capital, with the preferred return since it was paid in. */
function realize(account: Account, investment: Account, tiers: readonly PlainTier[], date: string): void {
  wait(investment, tiers, date);
  account.capital = plus(account.capital, investment.capital);
  account.unpaid = plus(account.unpaid, investment.unpaid);
  account.flows.push(...investment.flows);
}

function payIn(account: Account, tiers: readonly PlainTier[], { date, fee }: PlainFlow, amount: Fraction): void {
  wait(account, tiers, date);
  account.flows.push({ date, amount });
  account.capital = minus(account.capital, amount);
  if (fee === true) account.fees = minus(account.fees, amount);
}

/** Replays the flows of a partner. Deal by deal, only investments that were sold take part. */
function replay(fund: PlainFund, flows: readonly PlainFlow[]): Account {
  const { tiers, basis } = fund.terms;
  const account = newAccount();
  const unsold = new Map<string, Account>();
  const sell = (investment: string, date: string) => {
    wait(account, tiers, date);
    const waiting = unsold.get(investment);
    if (waiting !== undefined) realize(account, waiting, tiers, date);
    unsold.delete(investment);
  };
  const sold = new Set<string>();
  for (const flow of flows) {
    const amount = parse(flow.amount);
    if (flow.to === 'GP') account.carry = plus(account.carry, amount);
    else if (flow.amount.startsWith('-')) {
      const isWaiting = basis === 'DEAL_BY_DEAL' && !sold.has(flow.investment);
      const target = isWaiting ? (unsold.get(flow.investment) ?? newAccount()) : account;
      if (isWaiting) unsold.set(flow.investment, target);
      payIn(target, tiers, flow, amount);
    } else {
      sell(flow.investment, flow.date);
      sold.add(flow.investment);
      account.flows.push({ date: flow.date, amount });
      receive(account, tiers, amount);
    }
  }
  sell(fund.distribution.investment, fund.distribution.date);
  return account;
}

/** Runs the distribution of a fund for each partner whose part of the proceeds is passed in. */
export function exactWaterfall(fund: PlainFund, parts: ReadonlyMap<string, string>): readonly ExactPartner[] {
  const { tiers, basis } = fund.terms;
  const { date, investment } = fund.distribution;
  return [...parts].map(([id, part]) => {
    const own = [...fund.flows]
      .filter((flow) => flow.partner === id && flow.date <= date)
      .filter((flow) => basis !== 'DEAL_BY_DEAL_NO_LOSS' || flow.investment === investment)
      .sort((a, b) => (a.date === b.date ? Number(isPaidIn(b)) - Number(isPaidIn(a)) : a.date < b.date ? -1 : 1));
    const account = replay(fund, own);
    let rest = parse(part);
    let received = nothing;
    const amounts = tiers.map((tier) => {
      const amount = runTier(tier, account, rest, received, date);
      rest = minus(rest, plus(amount.lp, amount.gp));
      received = plus(received, amount.lp);
      return amount;
    });
    return { id, tiers: amounts, unreturned: account.capital, unpaid: account.unpaid };
  });
}

const isPaidIn = ({ amount }: PlainFlow) => amount.startsWith('-');
