import {
  addDays,
  addMonths,
  calendarDate,
  Decimal,
  decimal,
  hundred,
  moneyText,
  roundMoney,
  zero,
} from '@carrara/domain/kernel';
import { allocate } from '@carrara/domain/kernel/apportionment';
import { type EntryType, quarterEnds, quartersBetween, quarterEnd } from '@carrara/domain/performance/ledger';
import { valuationsOf, type StoryValuation } from './holdingValues.ts';
import { salesOf } from './holdingSales.ts';
import type { VehicleHistory } from './vehicleFacts.ts';

interface StoryClose {
  readonly investor: string;
  readonly day: string;
  readonly amount: string;
  /** True if the investor bears fees and carry. The firm's own investors don't. */
  readonly pays: boolean;
}
interface StoryNotice {
  readonly kind: 'CALL' | 'DISTRIBUTION';
  readonly issued: string;
  readonly due: string;
  readonly words: string;
}
export interface StoryEntry {
  readonly type: EntryType;
  readonly amount: string;
  readonly day: string;
  readonly words: string;
  /** Such as `QL02/ARP-I`. */
  readonly holding?: string;
  /** Index of its notice among those of the vehicle. */
  readonly notice?: number;
  readonly costRelieved?: string;
  readonly isRecallable?: boolean;
  /** Payment date, if it differs from the entry's date. */
  readonly settled?: string;
  /** True if it arrived after its quarter was locked. */
  readonly isLate?: true;
  /** Amounts by investor, if the notice has them. */
  readonly shares?: readonly (readonly [investor: string, amount: string])[];
}
/** Everything entered for a vehicle, in order of dates. */
export interface VehicleStory {
  readonly closes: readonly StoryClose[];
  readonly notices: readonly StoryNotice[];
  readonly entries: readonly StoryEntry[];
  readonly valuations: readonly StoryValuation[];
}

const gp = 'ALDER-GP';
const gpPercent = '2.5';
const own = new Set([gp, 'ALDER-EMP', 'ALDER-FRIENDS']);
const step = 50_000;
/** Cash is called and distributed in whole thousands. */
const upToThousand = (amount: Decimal) => amount.div(1000).ceil().times(1000);
const downToThousand = (amount: Decimal) => amount.div(1000).floor().times(1000);
const sum = (amounts: readonly Decimal[]) => amounts.reduce<Decimal>((total, amount) => total.plus(amount), zero);
const after = (day: string, days: number): string => addDays(calendarDate(day), days);
const monthsAfter = (day: string, months: number): string => addMonths(calendarDate(day), months);
const split = (amount: Decimal, weights: readonly Decimal[]) => allocate(amount, weights)._unsafeUnwrap();

/** Returns who commits how much and when: the general partner its part, the others by their parts, in steps. */
function closesOf({ size, firstClose, finalClose, first, final }: VehicleHistory): readonly StoryClose[] {
  const ofGp = roundMoney(decimal(size).times(gpPercent).div(hundred));
  const comers = [...Object.entries(first), ...Object.entries(final)];
  const steps = decimal(size).minus(ofGp).div(step).div(100);
  const parts = split(
    steps,
    comers.map(([, weight]) => decimal(weight)),
  );
  const close = (investor: string, day: string, amount: Decimal) => ({
    investor,
    day,
    amount: moneyText(amount),
    pays: !own.has(investor),
  });
  return [
    close(gp, firstClose, ofGp),
    ...comers.map(([investor], i) =>
      close(investor, investor in first ? firstClose : finalClose, parts[i]!.times(100).times(step)),
    ),
  ];
}

/**
 * Builds the story of a vehicle from its facts: calls, payments, purchases, receipts and distributions since its first
 * close.
 *
 * Cash is used before calling. Carry due within three years is retained, and so are the costs until the next sale. The
 * cost of sold investments is returned to the partners and can be recalled for eight years. A gain is distributed as
 * far as the remaining purchases can be called. A vehicle with a credit line buys on it and calls twice a year.
 */
export function vehicleStory(history: VehicleHistory): VehicleStory {
  return new Telling(history).whole();
}

type Act = readonly [day: string, rank: number, act: () => void];

class Telling {
  readonly #of: VehicleHistory;
  readonly #closes: readonly StoryClose[];
  readonly #notices: StoryNotice[] = [];
  readonly #entries: StoryEntry[] = [];
  #cash = zero;
  /** Callable part of a fee-paying commitment, as a fraction. */
  #unfunded = decimal(1);
  #committed = zero;
  #paying = zero;
  readonly #called = { INV: zero, FEE: zero, EXP: zero };
  #feeBorne = zero;
  readonly #draws: { readonly day: string; readonly amount: Decimal }[] = [];
  /** Cost of sold investments that isn't returned yet. */
  #costBack = zero;
  #incomeBack = zero;
  readonly #costs: { readonly day: string; readonly amount: Decimal }[] = [];

  constructor(history: VehicleHistory) {
    this.#of = history;
    this.#closes = closesOf(history);
  }

  whole(): VehicleStory {
    const { firstClose, until } = this.#of;
    const acts = this.#acts().filter(([day]) => day <= until);
    for (const [day, , act] of acts.sort(([a, x], [b, y]) => (a === b ? x - y : a < b ? -1 : 1))) {
      act();
      if (this.#cash.lt(0) || this.#unfunded.lt(0))
        throw new Error(`demo: ${this.#of.code} has run out of money on ${day}`);
    }
    return {
      closes: this.#closes,
      notices: this.#notices,
      entries: this.#entries.sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0)),
      valuations: this.#of.holdings.flatMap((holding) => valuationsOf(holding, firstClose, until)),
    };
  }

  #acts(): Act[] {
    const { firstClose, finalClose, until, holdings, income, carryPaid, carryReturned, accrued, late } = this.#of;
    const ends = quarterEnds(calendarDate(firstClose), calendarDate(until));
    const days = [...new Set([firstClose, finalClose])];
    let before = zero;
    return [
      ...days.map((day): Act => [day, 0, () => this.#close(day)]),
      ...ends.map((end): Act => [after(end, 1), 1, () => this.#bearCosts(after(end, 1))]),
      ...holdings.flatMap(({ name, buys }) =>
        buys.map(([day, amount]): Act => {
          const taken = this.#taken(day);
          return [taken, 2, () => this.#buy(taken, decimal(amount), name)];
        }),
      ),
      ...holdings.flatMap((holding) =>
        salesOf(holding).map(
          ({ day, proceeds, cost }): Act => [day, 3, () => this.#sell(day, proceeds, cost, holding.name)],
        ),
      ),
      ...income.map(
        ([day, amount, holding, words]): Act => [
          day,
          3,
          () => this.#earn('INC-INT', day, decimal(amount), words, holding),
        ],
      ),
      ...carryPaid.map(([day, amount, words]): Act => [day, 4, () => this.#payCarry(day, decimal(amount), words)]),
      ...carryReturned.map(
        ([day, amount, words]): Act => [
          day,
          4,
          () => {
            this.#enter('CLAWBACK', day, decimal(amount), words);
            this.#cash = this.#cash.plus(amount);
          },
        ],
      ),
      ...(late === undefined ? [] : [late]).map(
        ({ type, day, paid, amount, words }): Act => [
          paid,
          4,
          () => {
            this.#enter(type, day, decimal(amount), words, { settled: paid, isLate: true });
            this.#cash = this.#cash.minus(amount);
          },
        ],
      ),
      ...ends.map((end): Act => [end, 5, () => this.#closeQuarter(end)]),
      ...accrued.map(
        ([day, amount]): Act => [
          day,
          6,
          () => {
            const change = decimal(amount).minus(before);
            before = decimal(amount);
            if (!change.isZero()) this.#enter('CARRY-ACCRUED', day, change, 'Carry accrued, by the close');
          },
        ],
      ),
    ];
  }

  /** Investments bought before the first close were transferred to the vehicle then, at cost. */
  #taken(day: string): string {
    return day < this.#of.firstClose ? this.#of.firstClose : day;
  }

  #enter(type: EntryType, day: string, amount: Decimal, words: string, more: Partial<StoryEntry> = {}): void {
    if (!amount.isZero()) this.#entries.push({ type, amount: moneyText(amount), day, words, ...more });
  }

  /** Adds commitments. Later investors are treated as if they had joined on the first date. */
  #close(day: string): void {
    const isFirst = this.#committed.isZero();
    const comers = this.#closes.filter((close) => close.day === day);
    const before = this.#closes.filter((close) => close.day < day);
    const was = { committed: this.#committed, paying: this.#paying };
    this.#committed = sum([...before, ...comers].map(({ amount }) => decimal(amount)));
    this.#paying = sum([...before, ...comers].filter(({ pays }) => pays).map(({ amount }) => decimal(amount)));
    if (isFirst || comers.length === 0) return;
    const ofComers = this.#paying.minus(was.paying);
    const catchUp = roundMoney(this.#feeBorne.times(ofComers).div(was.paying));
    const newPayers = comers.filter(({ pays }) => pays).sort(byCode);
    const byCommitment = (amount: Decimal) => {
      const parts = split(
        amount,
        newPayers.map((newPayer) => decimal(newPayer.amount)),
      );
      return newPayers.map(({ investor }, i) => [investor, moneyText(parts[i]!)] as const);
    };
    const notice = this.#notice('CALL', day, 'Final close: what was called before, of those who came');
    const fees = upToThousand(this.#called.FEE.times(ofComers).div(was.paying));
    this.#enter('CALL-FEE', day, fees, 'Final close: management fees', { notice, shares: byCommitment(fees) });
    this.#enter('FEE', day, catchUp, 'Fee since the first close, of those who came', { shares: byCommitment(catchUp) });
    this.#cash = this.#cash.plus(fees).minus(catchUp);
    this.#called.FEE = this.#called.FEE.plus(fees);
    this.#feeBorne = this.#feeBorne.plus(catchUp);
    this.#levelOut(day, before, comers, notice);
    this.#unfunded = decimal(1)
      .minus(this.#called.INV.plus(this.#called.EXP).div(this.#committed))
      .minus(this.#called.FEE.div(this.#paying));
  }

  /** Has new investors pay in the others' amounts for investments and expenses, which are refunded to the others. */
  #levelOut(day: string, before: readonly StoryClose[], comers: readonly StoryClose[], notice: number): void {
    const shared = (amount: Decimal, takers: readonly StoryClose[]) =>
      split(
        amount,
        takers.map((taker) => decimal(taker.amount)),
      );
    const first = [...before].sort(byCode);
    const paid = new Map<string, Decimal>();
    for (const { type, amount, day: then } of this.#entries) {
      if (!leveled.has(type) || then > day) continue;
      shared(decimal(amount), first).forEach((share, i) => {
        const { investor } = first[i]!;
        paid.set(investor, (paid.get(investor) ?? zero).plus(share));
      });
    }
    const all = [...before, ...comers].sort(byCode);
    const target = shared(sum([...paid.values()]), all);
    const owed = all.map(({ investor }, i) => [investor, target[i]!.minus(paid.get(investor) ?? zero)] as const);
    const given = (rows: typeof owed) => rows.map(([investor, amount]) => [investor, moneyText(amount.abs())] as const);
    const total = (rows: typeof owed) => sum(rows.map(([, amount]) => amount.abs()));
    const [more, less] = [owed.filter(([, amount]) => amount.gt(0)), owed.filter(([, amount]) => amount.lt(0))];
    if (more.length === 0) return;
    const back = this.#notice('DISTRIBUTION', day, 'Final close: what the first partners had paid for those who came');
    const words = 'Final close: investments and expenses';
    this.#enter('CALL-INV', day, total(more), words, { notice, shares: given(more) });
    this.#enter('EXCESS-INV', day, total(less), words, { notice: back, shares: given(less) });
  }

  #notice(kind: StoryNotice['kind'], due: string, words: string): number {
    return this.#notices.push({ kind, issued: after(due, kind === 'CALL' ? -10 : -7), due, words }) - 1;
  }

  #call(day: string, words: string, amounts: Partial<Record<'INV' | 'FEE' | 'EXP' | 'LINE', Decimal>>): void {
    const notice = this.#notice('CALL', day, words);
    for (const [what, amount = zero] of Object.entries(amounts) as [keyof typeof amounts, Decimal | undefined][]) {
      if (amount.isZero()) continue;
      this.#enter(`CALL-${what}`, day, amount, words, { notice });
      this.#cash = this.#cash.plus(amount);
      const bucket = what === 'LINE' ? 'EXP' : what;
      this.#called[bucket] = this.#called[bucket].plus(amount);
      this.#unfunded = this.#unfunded.minus(amount.div(what === 'FEE' ? this.#paying : this.#committed));
    }
  }

  /** Returns the carry to be paid within three years of a date. */
  #carryDue(day: string): Decimal {
    const last = monthsAfter(day, 36);
    return sum(this.#of.carryPaid.filter(([on]) => on > day && on <= last).map(([, amount]) => decimal(amount)));
  }

  #free(day: string): Decimal {
    return Decimal.max(zero, this.#cash.minus(this.#carryDue(day)));
  }

  #lineBalance(): Decimal {
    return sum(this.#draws.map(({ amount }) => amount));
  }

  #buy(day: string, amount: Decimal, holding: string): void {
    const short = amount.minus(Decimal.min(amount, this.#free(day)));
    if (short.gt(0) && this.#of.hasLine) {
      const draw = upToThousand(short);
      this.#enter('LINE-DRAW-INV', day, draw, 'Drawn for a purchase', { holding });
      this.#draws.push({ day, amount: draw });
      this.#cash = this.#cash.plus(draw);
    } else if (short.gt(0)) {
      const due = after(day, -2) < this.#of.firstClose ? this.#of.firstClose : after(day, -2);
      this.#call(due, 'Called for a purchase', { INV: upToThousand(short) });
    }
    this.#enter('BUY', day, amount, 'Bought', { holding });
    this.#cash = this.#cash.minus(amount);
    this.#costs.push({ day, amount });
  }

  #sell(day: string, proceeds: Decimal, cost: Decimal, holding: string): void {
    this.#enter('SELL', day, proceeds, 'Sold', { holding, costRelieved: moneyText(cost) });
    this.#cash = this.#cash.plus(proceeds);
    this.#costBack = this.#costBack.plus(cost);
    this.#costs.push({ day, amount: cost.negated() });
  }

  #earn(type: 'INC-INT', day: string, amount: Decimal, words: string, holding?: string): void {
    this.#enter(type, day, amount, words, holding === undefined ? {} : { holding });
    this.#cash = this.#cash.plus(amount);
    this.#incomeBack = this.#incomeBack.plus(amount);
  }

  #payCarry(day: string, amount: Decimal, words: string): void {
    this.#enter('CARRY-EARNED', day, amount, words);
    this.#enter('CARRY-PAID', day, amount, words);
    this.#cash = this.#cash.minus(amount);
  }

  /** Returns the costs of the quarter that begins. */
  #costsOf(day: string): { readonly fee: Decimal; readonly rest: readonly (readonly [EntryType, Decimal, string])[] } {
    const { fee, investsUntil, size, firstClose } = this.#of;
    const held = sum(this.#costs.map(({ amount }) => amount));
    const isInvesting = day <= investsUntil;
    const base = isInvesting ? this.#paying : held.times(this.#paying).div(this.#committed);
    const quarter = (percent: string, of: Decimal) => roundMoney(of.times(percent).div(400));
    const isFirst = quartersBetween(quarterEnd(calendarDate(firstClose)), quarterEnd(calendarDate(day))) === 1;
    const month = day.slice(5, 7);
    const rest: (readonly [EntryType, Decimal, string])[] = [
      ['EXP-ADMIN', quarter('0.04', decimal(size)), 'Administration of the quarter'],
    ];
    if (isFirst) rest.push(['EXP-ORG', roundMoney(decimal(size).times('0.001')), 'Organization of the vehicle']);
    if (month === '04') rest.push(['EXP-AUDIT', roundMoney(decimal(size).times('0.0002')), 'Audit of the year before']);
    if (month === '10') rest.push(['EXP-LEGAL', roundMoney(decimal(size).times('0.0001')), 'Counsel of the year']);
    return { fee: quarter(isInvesting ? fee[0] : fee[1], base), rest };
  }

  /**
   * Books fees and expenses of the quarter that begins. If cash is short, two quarters' costs are called and the credit
   * line is repaid.
   */
  #bearCosts(day: string): void {
    const hasBegun = this.#of.fee[0] !== '0' || this.#costs.length > 0;
    if (!hasBegun) return;
    const { fee, rest } = this.#costsOf(day);
    const others = sum(rest.map(([, amount]) => amount));
    const isCallDay = ['01', '07'].includes(day.slice(5, 7));
    const free = this.#free(day);
    const line = isCallDay ? this.#lineBalance() : zero;
    const interest = isCallDay ? this.#interest(day) : zero;
    const short = fee.plus(others).plus(line).plus(interest).minus(free);
    if (short.gt(0)) {
      const [twoFees, twoRests] = [fee.times(2), others.times(2)];
      const feeCall = upToThousand(Decimal.min(twoFees, Decimal.max(zero, twoFees.plus(twoRests).minus(free))));
      const restCall = upToThousand(Decimal.max(zero, twoFees.plus(twoRests).minus(free).minus(feeCall)));
      const left = Decimal.max(zero, free.minus(twoFees).minus(twoRests));
      const ofLine = Decimal.max(zero, line.minus(left));
      this.#call(day, line.isZero() ? 'Called for fee and expenses' : 'Called for the line, fee and expenses', {
        INV: ofLine,
        FEE: feeCall,
        EXP: restCall,
        LINE: interest,
      });
    }
    if (line.gt(0)) {
      this.#enter('LINE-REPAY-INV', day, line, 'Paid back');
      this.#enter('EXP-LINE-INT', day, interest, 'Interest of the line');
      this.#cash = this.#cash.minus(line).minus(interest);
      this.#draws.length = 0;
    }
    this.#enter('FEE', day, fee, 'Management fee of the quarter');
    for (const [type, amount, words] of rest) this.#enter(type, day, amount, words);
    this.#cash = this.#cash.minus(fee).minus(others);
    this.#feeBorne = this.#feeBorne.plus(fee);
  }

  #interest(day: string): Decimal {
    const days = (from: string) => (Date.parse(day) - Date.parse(from)) / 86_400_000;
    return roundMoney(sum(this.#draws.map((draw) => draw.amount.times('0.0475').times(days(draw.day)).div(360))));
  }

  /** Books interest on cash once a year, and distributes unneeded cash to the partners. */
  #closeQuarter(end: string): void {
    if (end.endsWith('12-31'))
      this.#earn('INC-INT', end, roundMoney(this.#cash.times('0.0075')), 'Interest on deposits');
    const { holdings, size, firstClose, until } = this.#of;
    const next = holdings
      .flatMap((holding) => salesOf(holding).map(({ day }) => day))
      .filter((day) => day > end)
      .sort()[0];
    const quarters =
      next === undefined ? 4 : Math.min(8, 1 + quartersBetween(calendarDate(end), quarterEnd(calendarDate(next))));
    const { fee, rest } = this.#costsOf(after(end, 1));
    const costs = fee.plus(rest[0]![1].times(2)).times(quarters);
    const carry = this.#carryDue(end);
    const spare = this.#cash.minus(carry).minus(costs).minus(this.#lineBalance());
    if (spare.lt(decimal(size).times('0.005'))) return;
    const toBuy = sum(
      holdings.flatMap(({ buys }) =>
        buys.filter(([day]) => this.#taken(day) > end).map(([, amount]) => decimal(amount)),
      ),
    );
    const isRecallable = end <= monthsAfter(firstClose, 96);
    const capital = downToThousand(Decimal.min(this.#costBack, spare));
    const callable = this.#unfunded.times(this.#committed);
    const beyond = this.#cash
      .plus(callable)
      .minus(toBuy)
      .minus(costs)
      .minus(carry)
      .minus(isRecallable ? zero : capital);
    const rests = downToThousand(Decimal.max(zero, Decimal.min(spare.minus(capital), beyond)));
    const ofIncome = Decimal.min(rests, downToThousand(this.#incomeBack));
    const gain = rests.minus(ofIncome);
    if (capital.plus(rests).isZero() || end > until) return;
    const notice = this.#notice('DISTRIBUTION', end, 'Distribution of the quarter');
    this.#enter('DIST-ROC', end, capital, 'Cost of what was sold', {
      notice,
      ...(isRecallable ? { isRecallable } : {}),
    });
    this.#enter('DIST-GAIN', end, gain, 'Gain of what was sold', { notice });
    this.#enter('DIST-INC', end, ofIncome, 'Interest', { notice });
    this.#cash = this.#cash.minus(capital).minus(rests);
    this.#costBack = this.#costBack.minus(capital);
    this.#incomeBack = this.#incomeBack.minus(ofIncome);
    if (isRecallable) this.#unfunded = this.#unfunded.plus(capital.div(this.#committed));
  }
}

/**
 * Types of calls that later partners make up for as if they had joined on the first date. Fees aren't included, since
 * they owe those themselves.
 */
const leveled: ReadonlySet<EntryType> = new Set<EntryType>(['CALL-INV', 'CALL-EXP', 'CALL-LINE']);

const byCode = (a: StoryClose, b: StoryClose) => (a.investor < b.investor ? -1 : 1);
