import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeDistribution, distributionInputFromJson, reversedRows, runRows } from '../run/index.ts';
import { calendarDate, createExplanations, decimal, fromCents, moneyText } from '../../kernel/index.ts';
import { computeRealization, type RealizationInput, realizationRows } from '../realization/index.ts';
import {
  type AccountEntry,
  computeAccruals,
  sumEntries,
  balancesByAccount,
  type EscrowAccount,
  postDistribution,
  reverseEntry,
  releaseFromEscrow,
} from './index.ts';

const [march, april, may] = ['2026-03-31', '2026-04-30', '2026-05-31'].map(calendarDate) as [
  ReturnType<typeof calendarDate>,
  ReturnType<typeof calendarDate>,
  ReturnType<typeof calendarDate>,
];
const share = (participantId: string, effective: string) => ({ participantId, effective });
const input = distributionInputFromJson({
  defaultEscrow: '10',
  defaultTerminatedEscrow: '0',
  sources: [
    {
      id: 'F',
      netDistributableAmount: '100.00',
      allocations: [share('a', '50'), share('firm', '50'), share('c', '0')],
    },
  ],
  participants: [
    { id: 'a', status: 'active' },
    { id: 'b', status: 'active', isEscrowExempt: true },
    { id: 'c', status: 'active' },
    { id: 'firm', status: 'active', members: [share('a', '40'), share('b', '60')] },
  ],
  adjustments: [{ sourceId: 'F', participantId: 'a', via: [], loanRepayment: '5' }],
});
let rowNumber = 0;
const newId = () => String(rowNumber++);
const distribution = runRows(
  input.sources.map(({ id }) => ({
    id,
    sourceId: id,
    type: 'Fund',
    profileId: null,
    defaultEscrow: null,
    characterizations: [],
    netDistributableAmount: '100.00',
    isUnread: false,
  })),
  input,
  computeDistribution(input)._unsafeUnwrap(),
  new Map(),
  newId,
);
const realizationInput: RealizationInput = {
  sources: [
    {
      id: 'F',
      carry: decimal('300.00'),
      allocations: [
        { participantId: 'a', effective: decimal(100) },
        { participantId: 'z', effective: decimal(0) },
      ],
    },
  ],
};
const realization = realizationRows(
  {
    realizationDate: march,
    unallocatedAcknowledged: false,
    sources: [{ sourceId: 'F', type: 'Fund', carry: '300.00' }],
  },
  realizationInput,
  computeRealization(realizationInput)._unsafeUnwrap(),
  { idOf: () => 'row F', profileOf: () => null, newId },
);

const accrued = computeAccruals(realization, 'R1');
const paid = postDistribution(distribution, { originId: 'D1', date: april });
const ledger: readonly AccountEntry[] = [...accrued.entries, ...paid.entries];

describe('account entries', () => {
  it('of a realization add the carry', () => {
    expect(accrued.entries).toEqual([
      {
        originId: 'R1',
        date: march,
        participantId: 'a',
        sourceId: 'F',
        via: [],
        kind: 'accrual',
        amount: decimal(300),
        sourceRowId: 'row F',
        detailId: realization.sources[0]!.details[0]!.id,
      },
    ]);
    expect(accrued.escrow).toEqual([]);
  });

  it('of a distribution subtract the gross on every path, and list its deductions', () => {
    expect(
      paid.entries.map(({ participantId, via, amount, memo }) => [
        participantId,
        via,
        moneyText(amount),
        moneyText(memo!.net),
      ]),
    ).toEqual([
      ['a', [], '-50.00', '40.00'],
      ['a', ['firm'], '-20.00', '18.00'],
      ['b', ['firm'], '-30.00', '30.00'],
    ]);
    expect(moneyText(paid.entries[0]!.memo!.loanRepayment)).toBe('5.00');
    expect(paid.escrow.map(({ participantId, via, amount }) => [participantId, via, moneyText(amount)])).toEqual([
      ['a', [], '5.00'],
      ['a', ['firm'], '2.00'],
    ]);
  });

  it('of a reversed distribution reverse it', () => {
    const undone = postDistribution(reversedRows(distribution, newId), { originId: 'D2', date: may });
    expect(moneyText(sumEntries([...paid.entries, ...undone.entries]))).toBe('0.00');
    expect(moneyText(sumEntries([...paid.escrow, ...undone.escrow]))).toBe('0.00');
    expect(undone.entries.map(({ amount, memo }) => [moneyText(amount), moneyText(memo!.net)])).toEqual(
      paid.entries.map(({ amount, memo }) => [moneyText(amount.negated()), moneyText(memo!.net.negated())]),
    );
  });

  it('are reversed individually', () => {
    const [first] = paid.entries;
    expect(reverseEntry(first!, may)).toMatchObject({
      date: may,
      amount: decimal(50),
      memo: { net: decimal(-40), loanRepayment: decimal(-5), tax: decimal(0) },
    });
    expect(reverseEntry(accrued.entries[0]!, may)).toEqual({ ...accrued.entries[0], date: may, amount: decimal(-300) });
    expect(reverseEntry(paid.escrow[0]!, may)).toMatchObject({ kind: 'withheld', amount: decimal(-5) });
  });
});

describe('a balance', () => {
  const balance = (filter: Parameters<typeof sumEntries>[1]) => moneyText(sumEntries(ledger, filter));

  it('is the sum of the entries dated on or before the date', () => {
    expect(balance({ asOf: calendarDate('2026-03-30') })).toBe('0.00');
    expect(balance({ asOf: march })).toBe('300.00');
    expect(balance({ asOf: april })).toBe('200.00');
    expect(balance(undefined)).toBe('200.00');
  });

  it('can be for a participant, a source, or everything that passed through an entity', () => {
    expect(balance({ participantId: 'a' })).toBe('230.00');
    expect(balance({ sourceId: 'X' })).toBe('0.00');
    expect(balance({ entityId: 'firm' })).toBe('-50.00');
    expect(
      balancesByAccount(ledger).map(({ participantId, via, balance: sum }) => [participantId, via, moneyText(sum)]),
    ).toEqual([
      ['a', [], '250.00'],
      ['a', ['firm'], '-20.00'],
      ['b', ['firm'], '-30.00'],
    ]);
  });

  it('is the same for entries in any order, and zero after all are reversed', () => {
    const entry = fc.record({
      participantId: fc.constantFrom('a', 'b'),
      sourceId: fc.constantFrom('F', 'G'),
      via: fc.constantFrom<readonly string[]>([], ['firm']),
      date: fc.constantFrom(march, april, may),
      kind: fc.constantFrom('accrual' as const, 'distribution' as const, 'clawback' as const),
      amount: fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }).map(fromCents),
    });
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 50 }), (entries) => {
        expect(sumEntries([...entries].reverse()).eq(sumEntries(entries))).toBe(true);
        const parts = balancesByAccount(entries).reduce((sum, { balance: part }) => sum.plus(part), decimal(0));
        expect(parts.eq(sumEntries(entries))).toBe(true);
        expect(sumEntries([...entries, ...entries.map((each) => reverseEntry(each, may))]).isZero()).toBe(true);
      }),
    );
  });
});

describe('escrow', () => {
  const escrowAccounts = (...balances: readonly string[]): readonly EscrowAccount[] =>
    balances.map((balance, i) => ({ participantId: `p${i}`, sourceId: 'F', via: [], balance: decimal(balance) }));
  const use = { date: may, kind: 'released' as const };

  it('is released in proportion to the escrow balance, and never above it', () => {
    const { used, entries } = releaseFromEscrow(escrowAccounts('30', '0', '-5', '60'), {
      ...use,
      requested: decimal('10'),
    })._unsafeUnwrap();
    expect(moneyText(used)).toBe('10.00');
    expect(entries.map(({ participantId, amount, kind }) => [participantId, moneyText(amount), kind])).toEqual([
      ['p0', '-3.33', 'released'],
      ['p3', '-6.67', 'released'],
    ]);
    const all = releaseFromEscrow(escrowAccounts('1', '2'), {
      ...use,
      requested: decimal('5'),
      originId: 'X',
      kind: 'appliedToClawback',
    })._unsafeUnwrap();
    expect(all.entries).toMatchObject([
      { amount: decimal(-1), originId: 'X', kind: 'appliedToClawback' },
      { amount: decimal(-2) },
    ]);
  });

  it('releases nothing if the balance or the request is zero', () => {
    expect(
      releaseFromEscrow(escrowAccounts('0', '-1'), { ...use, requested: decimal('5') })._unsafeUnwrap().entries,
    ).toEqual([]);
    expect(releaseFromEscrow(escrowAccounts('1'), { ...use, requested: decimal('0') })._unsafeUnwrap().entries).toEqual(
      [],
    );
    expect(releaseFromEscrow([], { ...use, requested: decimal('1') })._unsafeUnwrap().entries).toEqual([]);
  });

  it("can't be released in an invalid amount", () => {
    const codes = (requested: string) =>
      releaseFromEscrow(escrowAccounts('1'), { ...use, requested: decimal(requested) })
        ._unsafeUnwrapErr()
        .map(({ code }) => code);
    expect(codes('-1')).toEqual(['NEGATIVE_AMOUNT']);
    expect(codes('0.001')).toEqual(['MONEY_SCALE']);
  });

  it('explains each part, and no account releases more than its balance', () => {
    const explanations = createExplanations();
    releaseFromEscrow(escrowAccounts('1', '2'), { ...use, requested: decimal('1') }, explanations)._unsafeUnwrap();
    expect(explanations.list().map(({ path, result }) => [path, result])).toEqual([
      [['used'], '1.00'],
      [['parts', 0], '0.33'],
      [['parts', 1], '0.67'],
    ]);
    const cents = fc.array(fc.integer({ min: 0, max: 10_000 }), { minLength: 1 });
    fc.assert(
      fc.property(cents, fc.integer({ min: 0, max: 100_000 }), (balances, requested) => {
        const accounts = escrowAccounts(...balances.map((balance) => (balance / 100).toFixed(2)));
        const { used, entries } = releaseFromEscrow(accounts, {
          ...use,
          requested: fromCents(BigInt(requested)),
        })._unsafeUnwrap();
        expect(sumEntries(entries).plus(used).isZero()).toBe(true);
        for (const { participantId, amount } of entries) {
          const account = accounts.find((each) => each.participantId === participantId)!;
          expect(amount.negated().lte(account.balance)).toBe(true);
        }
      }),
    );
  });
});
