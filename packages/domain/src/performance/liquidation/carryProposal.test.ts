import { describe, expect, it } from 'vitest';
import { calendarDate, decimal, moneyText, zero } from '../../kernel/index.ts';
import type { EntryType } from '../ledger/index.ts';
import { type CarryProposal, proposeCarry, type ProposalFacts } from './carryProposal.ts';
import { type CarryBooking, decideCarryBooking } from './decideCarryBooking.ts';

const end = calendarDate('2026-06-30');
const previousEnd = calendarDate('2026-03-31');
const partner = (id: string) => ({
  id,
  investorId: `investor ${id}`,
  investorCode: id,
  name: `Partner ${id}`,
  investorTypeId: 'LP',
  isGp: false,
});
let seq = 0;
const entry = (type: EntryType, booked: string, shares: Readonly<Record<string, string>>) => ({
  id: `E${String((seq += 1))}`,
  type,
  effective: calendarDate(booked),
  booked: calendarDate(booked),
  key: 'CARRY' as const,
  reversalOf: null,
  shares: Object.entries(shares).map(([commitmentId, amount]) => ({
    commitmentId,
    amount: decimal(amount),
    cost: zero,
    unfunded: zero,
    isMirror: false,
  })),
});
const liquidation = (accrued: Readonly<Record<string, string>>) =>
  ({
    terms: { id: 'T', effectiveDate: calendarDate('2020-01-01'), entered: {} },
    accrued: Object.values(accrued).reduce((sum, amount) => sum.plus(amount), zero),
    partners: Object.entries(accrued).map(([id, amount]) => ({ id: `investor ${id}`, accrued: decimal(amount) })),
  }) as unknown as ProposalFacts['liquidation'];

const earlier = entry('CARRY-ACCRUED', '2026-03-31', { A: '50.00', B: '30.00' });
const propose = (more: Partial<ProposalFacts> = {}) =>
  proposeCarry({
    book: { partners: [partner('A'), partner('B')], entries: [] },
    liquidation: liquidation({ A: '40.00', B: '35.00' }),
    before: liquidation({ A: '50.00', B: '30.00' }),
    entries: [earlier],
    end,
    previousEnd,
    ...more,
  });
const texts = ({ earned, accrued }: CarryProposal['proposed']) => [moneyText(earned), moneyText(accrued)];

describe('the proposed carry of a quarter', () => {
  it('brings each partner’s accrued carry to that of the liquidation', () => {
    const { proposed, booked, difference, partners, causes } = propose();
    expect(partners.map((own) => texts(own.proposed))).toEqual([
      ['0.00', '-10.00'],
      ['0.00', '5.00'],
    ]);
    expect([texts(proposed), texts(booked), texts(difference)]).toEqual([
      ['0.00', '-5.00'],
      ['0.00', '0.00'],
      ['0.00', '-5.00'],
    ]);
    expect(causes).toEqual(['No accrued carry is booked in this quarter yet.']);
  });

  it('earns what was paid and escrowed in the quarter, and counts returned carry', () => {
    const paid = [
      entry('CARRY-PAID', '2026-05-15', { A: '8.00' }),
      entry('ESCROW', '2026-05-15', { A: '2.00' }),
      entry('CLAWBACK', '2026-06-01', { B: '1.00' }),
    ];
    // A: 50 + 10 earned + accrued - 8 paid = 40. B: 30 + accrued + 1 returned = 35.
    expect(propose({ entries: [earlier, ...paid] }).partners.map((own) => texts(own.proposed))).toEqual([
      ['10.00', '-12.00'],
      ['0.00', '4.00'],
    ]);
  });

  it('names the part that comes from earlier quarters', () => {
    expect(propose({ before: liquidation({ A: '20.00', B: '30.00' }) }).causes).toEqual([
      'No accrued carry is booked in this quarter yet.',
      'The books had 80.00 of accrued carry on 03/31/2026, but the terms give 50.00. The proposal corrects that.',
    ]);
    const done = entry('CARRY-ACCRUED', '2026-06-30', { A: '-10.00', B: '5.00' });
    expect(propose({ entries: [earlier, done] }).causes).toEqual([]);
  });

  it('is booked if only rounding is left: a cent per partner', () => {
    const booked = (shares: Readonly<Record<string, string>>) => {
      const { isBooked, causes } = propose({ entries: [earlier, entry('CARRY-ACCRUED', '2026-06-30', shares)] });
      return [isBooked, causes];
    };
    expect(booked({ A: '-10.00', B: '5.00' })).toEqual([true, []]);
    expect(booked({ A: '-10.01', B: '4.99' })).toEqual([
      true,
      ['The difference is rounding, of at most one cent per partner.'],
    ]);
    // The fund's total is as proposed, but not its partners' parts.
    expect(booked({ A: '-10.02', B: '5.02' })).toEqual([
      false,
      ['The entries booked in this quarter differ from the terms.'],
    ]);
  });

  it('names the carry that isn’t booked, and no rounding of earlier quarters', () => {
    const paid = [entry('CARRY-PAID', '2026-05-15', { A: '8.00' }), entry('CARRY-EARNED', '2026-05-15', { A: '8.00' })];
    expect(propose({ entries: [earlier, ...paid] }).causes).toEqual([
      'No accrued carry is booked in this quarter yet.',
    ]);
    expect(propose({ entries: [earlier, paid[0]!] }).causes).toEqual(['No carry is booked in this quarter yet.']);
    expect(propose({ before: liquidation({ A: '50.01', B: '30.01' }) }).causes).toHaveLength(1);
  });
});

describe('the decision on a proposal', () => {
  const decide = (booking: Partial<CarryBooking>, proposal = propose(), isLocked = false) =>
    decideCarryBooking(
      proposal,
      { expected: proposal.proposed, entered: null, reason: null, ...booking },
      { isLocked },
    );
  const posted = (booking: Partial<CarryBooking>) =>
    decide(booking)
      ._unsafeUnwrap()
      .map(({ entry: { type, amount, key, enteredShares }, description }) => [
        type,
        moneyText(amount),
        key,
        enteredShares.map(({ commitmentId, amount: share }) => `${commitmentId} ${moneyText(share)}`),
        description,
      ]);

  it('books each partner’s amount, with an entry for each sign', () => {
    const as = 'Carry as proposed under the terms from 01/01/2020';
    expect(posted({})).toEqual([
      ['CARRY-ACCRUED', '5.00', 'ONE', ['B 5.00'], as],
      ['CARRY-ACCRUED', '-10.00', 'ONE', ['A -10.00'], as],
    ]);
  });

  it('books another amount by commitment, with a reason', () => {
    const entered = { earned: zero, accrued: decimal('-4.00') };
    expect(posted({ entered, reason: 'Agreed' })).toEqual([['CARRY-ACCRUED', '-4.00', 'CARRY', [], 'Agreed']]);
    const refused = decide({ entered })._unsafeUnwrapErr();
    expect(refused.map(({ code, path }) => [code, path])).toEqual([['REQUIRED', ['reason']]]);
  });

  it('is refused for a locked quarter, an outdated proposal, and if nothing is left', () => {
    const codes = (...args: Parameters<typeof decide>) =>
      decide(...args)
        ._unsafeUnwrapErr()
        .map(({ code }) => code);
    expect(codes({}, propose(), true)).toEqual(['PERIOD_LOCKED']);
    expect(codes({ expected: { earned: zero, accrued: zero } })).toEqual(['CONFLICT']);
    const done = propose({ entries: [earlier, entry('CARRY-ACCRUED', '2026-06-30', { A: '-10.00', B: '5.00' })] });
    expect(codes({}, done)).toEqual(['AMOUNT_MISSING']);
  });
});
