import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  calendarDate,
  type CalendarDate,
  decimal,
  fromCents,
  moneyText,
  toCents,
} from '../../kernel/index.ts';
import {
  type AccountEntry,
  accountKey,
  sumEntries,
  balancesByAccount,
  type EscrowEntry,
  leastFrom,
  postDistribution,
  type FindPaths,
} from '../ledger/index.ts';
import {
  computeLedgerRun,
  type LedgerFacts,
  ledgerEntries,
  ledgerInput,
  type LedgerLine,
  type LedgerRunRequest,
  type LedgerRunType,
  ledgerTotals,
  reversedLines,
} from './index.ts';

const participants = ['ann', 'ben', 'cleo'];
const sources = ['F', 'G'];
const paths: readonly (readonly string[])[] = [[], ['firm'], ['firm', 'club']];
const firstDay = calendarDate('2026-01-01');

const act = fc.record({
  action: fc.constantFrom('accrue', 'distribute', 'payBalance', 'open', 'release', 'clawBack', 'reverse'),
  participantId: fc.constantFrom(...participants),
  sourceId: fc.constantFrom(...sources),
  path: fc.constantFrom(...paths),
  day: fc.integer({ min: 0, max: 400 }),
  cents: fc.integer({ min: 1, max: 1_000_000 }),
  pick: fc.nat(),
});
type Act = typeof act extends fc.Arbitrary<infer A> ? A : never;

/** A firm's two ledgers, with an independent count in whole cents to check them against. */
class Firm {
  readonly entries: AccountEntry[] = [];
  readonly escrow: EscrowEntry[] = [];
  readonly counted = new Map<string, bigint>();
  readonly posted: {
    readonly type: LedgerRunType;
    readonly day: CalendarDate;
    readonly lines: readonly LedgerLine[];
  }[] = [];
  #ids = 0;
  readonly newId = () => String(this.#ids++);

  count(figure: string, { participantId, sourceId }: { participantId: string; sourceId: string }, cents: bigint) {
    const key = `${figure} ${participantId} ${sourceId}`;
    this.counted.set(key, (this.counted.get(key) ?? 0n) + cents);
  }

  facts(): LedgerFacts {
    return {
      participants: new Map(participants.map((name) => [name, { name, isEntity: false }])),
      sources: new Map(sources.map((name) => [name, { name, currencyId: 'USD' }])),
      entries: this.entries,
      escrow: this.escrow,
    };
  }

  post(type: LedgerRunType, day: CalendarDate, lines: readonly LedgerLine[]) {
    const { entries, escrow } = ledgerEntries({ id: this.newId(), type, runDate: day }, lines);
    this.entries.push(...entries);
    this.escrow.push(...escrow);
    for (const line of lines) {
      const [accrued, distributed, withheld, clawed] = (['accrued', 'distributed', 'escrow', 'clawback'] as const).map(
        (name) => toCents(decimal(line[name])),
      ) as [bigint, bigint, bigint, bigint];
      this.count('accrued', line, accrued);
      this.count('distributed', line, distributed);
      this.count('clawback', line, clawed);
      this.count('escrow', line, type === 'OPENING' ? withheld : -withheld);
    }
  }

  run(request: LedgerRunRequest) {
    const computed = ledgerInput(request, this.facts()).andThen((input) => computeLedgerRun(request, input));
    if (computed.isErr()) return;
    const lines = computed.value.map((line) => ({ id: this.newId(), ...line }));
    const day = calendarDate(request.runDate);
    this.post(request.type, day, lines);
    this.posted.push({ type: request.type, day, lines });
  }

  pay({ participantId, sourceId, path, cents }: Act, date: CalendarDate, pathsOf?: FindPaths) {
    const gross = moneyText(fromCents(BigInt(cents)));
    const escrow = moneyText(fromCents(BigInt(Math.floor(cents / 10))));
    const detail = {
      id: this.newId(),
      isLeaf: true,
      participantId,
      path: pathsOf ? [] : path,
      gross,
      tax: '0.00',
      loanRepayment: '0.00',
      otherAdjustment: '0.00',
      escrow,
      net: moneyText(decimal(gross).minus(decimal(escrow))),
    };
    const rows = { sources: [{ sourceId, gross, details: [detail] }] } as unknown as Parameters<
      typeof postDistribution
    >[0];
    const posted = postDistribution(rows, { originId: this.newId(), date }, pathsOf);
    this.entries.push(...posted.entries);
    this.escrow.push(...posted.escrow);
    this.count('distributed', { participantId, sourceId }, BigInt(cents));
    this.count('escrow', { participantId, sourceId }, BigInt(Math.floor(cents / 10)));
  }

  do(next: Act) {
    const { action, participantId, sourceId, path, cents, pick } = next;
    const date = addDays(firstDay, next.day);
    const amount = moneyText(fromCents(BigInt(cents)));
    const run = (type: LedgerRunType, line: object) =>
      this.run({ type, runDate: date, lines: [{ participantId, sourceId, ...line }] });
    switch (action) {
      case 'accrue':
        this.entries.push({
          participantId,
          sourceId,
          via: path,
          date,
          kind: 'accrual',
          amount: fromCents(BigInt(cents)),
        });
        return this.count('accrued', next, BigInt(cents));
      case 'distribute':
        return this.pay(next, date);
      case 'payBalance': {
        const mine = balancesByAccount(this.entries, { asOf: date, participantId, sourceId });
        const balance = toCents(sumEntries(this.entries, { asOf: date, participantId, sourceId }));
        if (balance <= 0n) return undefined;
        // Sometimes everything, otherwise a part.
        const paid = pick % 3 === 0 ? balance : (balance * BigInt(pick % 100)) / 100n;
        if (paid === 0n) return undefined;
        this.pay({ ...next, cents: Number(paid) }, date, () => mine);
        return undefined;
      }
      case 'open':
        return run('OPENING', { accrued: amount, distributed: amount, escrow: amount });
      case 'release':
        return run('RELEASE', {
          requestedAmount: pick % 2 === 0 ? null : amount,
          participantId: pick % 3 === 0 ? null : participantId,
        });
      case 'clawBack':
        return run('CLAWBACK', { requestedAmount: amount });
      case 'reverse': {
        const undone = this.posted[pick % Math.max(1, this.posted.length)];
        if (!undone) return undefined;
        this.posted.splice(this.posted.indexOf(undone), 1);
        return this.post(undone.type, undone.day, reversedLines(undone.lines, this.newId));
      }
    }
  }
}

const seeded = (seed: number) => {
  let state = seed;
  return () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
};
function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const list = [...items];
  for (let at = list.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [list[at], list[other]] = [list[other]!, list[at]!];
  }
  return list;
}

/** Checks that both ledgers match the independent count, in whatever order they are read. */
function agrees(firm: Firm, random: () => number) {
  const entries = shuffled(firm.entries, random);
  const escrow = shuffled(firm.escrow, random);
  for (const participantId of participants)
    for (const sourceId of sources) {
      const centsOf = (figure: string) => firm.counted.get(`${figure} ${participantId} ${sourceId}`) ?? 0n;
      const filter = { participantId, sourceId };
      expect(toCents(sumEntries(entries, filter))).toBe(
        centsOf('accrued') - centsOf('distributed') - centsOf('clawback'),
      );
      expect(toCents(sumEntries(escrow, filter))).toBe(centsOf('escrow'));
    }
  // The same holds on any date: later entries must not affect it.
  const day = addDays(firstDay, Math.floor(random() * 400));
  const byKind = (...kinds: readonly string[]) =>
    sumEntries(
      entries.filter(({ kind }) => kinds.includes(kind)),
      { asOf: day },
    );
  const accrued = byKind('accrual', 'opening');
  const paidOut = byKind('distribution', 'openingDistributed').plus(byKind('clawback'));
  expect(moneyText(sumEntries(entries, { asOf: day }))).toBe(moneyText(accrued.plus(paidOut)));
}

describe('the ledger', () => {
  it('equals an independent count after 10,000 random operations in any order [M17]', () => {
    const acts = fc.sample(act, { numRuns: 10_000, seed: 17 });
    // Start a new firm after every hundred acts, so that each firm is small and its acts interact.
    let current = new Firm();
    for (const [at, next] of acts.entries()) {
      if (at % 100 === 0) {
        agrees(current, seeded(at));
        current = new Firm();
      }
      current.do(next);
    }
    agrees(current, seeded(1));
  });

  it('never releases more escrow than is available on any day from its own on', () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 60 }), (acts) => {
        const firm = new Firm();
        for (const next of acts) if (next.action !== 'reverse') firm.do(next);
        for (const { balance } of leastFrom(firm.escrow, addDays(firstDay, -1))) expect(balance.gte(0)).toBe(true);
        const days = [...new Set(firm.escrow.map(({ date }) => date))];
        for (const asOf of days)
          for (const { balance } of balancesByAccount(firm.escrow, { asOf })) expect(balance.gte(0)).toBe(true);
      }),
    );
  });

  it('nets to zero over a run and its reversal', () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 40 }), act, (acts, last) => {
        const firm = new Firm();
        for (const next of acts) if (next.action !== 'reverse') firm.do(next);
        const before = [firm.entries.length, firm.escrow.length] as const;
        firm.posted.length = 0;
        firm.do({ ...last, action: 'clawBack' });
        const [undone] = firm.posted;
        if (!undone) return;
        firm.post(undone.type, undone.day, reversedLines(undone.lines, firm.newId));
        expect(sumEntries(firm.entries.slice(before[0])).isZero()).toBe(true);
        expect(sumEntries(firm.escrow.slice(before[1])).isZero()).toBe(true);
      }),
    );
  });

  it('claws back the requested amount, from escrow first', () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 40 }), act, (acts, last) => {
        const firm = new Firm();
        for (const next of acts) firm.do(next);
        firm.posted.length = 0;
        firm.do({ ...last, action: 'clawBack' });
        const [run] = firm.posted;
        if (!run) return;
        const { escrow, clawback } = ledgerTotals(run.lines);
        expect(toCents(decimal(escrow)) + toCents(decimal(clawback))).toBe(BigInt(last.cents));
        const escrowTotal = run.lines.reduce(
          (sum, { escrowBefore: escrowBalance }) => (escrowBalance ? sum.plus(decimal(escrowBalance)) : sum),
          decimal(0),
        );
        // Escrow remains only if nothing was taken from the account.
        if (decimal(clawback).gt(0) && escrowTotal.gt(0)) expect(escrow).toBe(moneyText(escrowTotal));
      }),
    );
  });

  it('leaves nothing on any path when a balance with several origins is paid to the last cent', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 3 }), (amounts) => {
        const firm = new Firm();
        for (const [at, cents] of amounts.entries())
          firm.do({ action: 'accrue', participantId: 'ann', sourceId: 'F', path: paths[at]!, day: 0, cents, pick: 0 });
        firm.do({ action: 'payBalance', participantId: 'ann', sourceId: 'F', path: [], day: 1, cents: 1, pick: 0 });
        expect(balancesByAccount(firm.entries).every(({ balance }) => balance.isZero())).toBe(true);
        expect(new Set(balancesByAccount(firm.entries).map((account) => accountKey(account))).size).toBe(
          amounts.length,
        );
        for (const entityId of ['firm', 'club']) expect(sumEntries(firm.entries, { entityId }).isZero()).toBe(true);
      }),
    );
  });
});
