import { describe, expect, it } from 'vitest';
import { decimal, moneyText } from '../../kernel/index.ts';
import type { CommitmentState } from '../ledger/index.ts';
import { UnrealizedGain } from './unrealizedGain.ts';

const state = (id: string, amount: string, excused: readonly string[] = []): CommitmentState => ({
  id,
  investorCode: id,
  isGp: false,
  amount: decimal(amount),
  paysFee: true,
  paysCarry: true,
  excused: new Set(excused),
});
const texts = (shares: ReadonlyMap<string, ReturnType<typeof decimal>>) =>
  [...shares].map(([id, share]) => [id, moneyText(share)]);

describe('the unrealized gain of a holding', () => {
  it('is shared by commitment, without partners excused from the holding', () => {
    const partners = [state('a', '100'), state('b', '300'), state('c', '600', ['tobacco'])];
    expect(texts(new UnrealizedGain('tobacco').next(decimal('1000'), partners))).toEqual([
      ['a', '250.00'],
      ['b', '750.00'],
    ]);
    expect(texts(new UnrealizedGain('steel').next(decimal('1000'), partners))).toEqual([
      ['a', '100.00'],
      ['b', '300.00'],
      ['c', '600.00'],
    ]);
  });

  it('stays with the partners who shared it when the commitments change', () => {
    const gain = new UnrealizedGain('steel');
    gain.next(decimal('1000'), [state('a', '100'), state('b', '100')]);
    expect(texts(gain.next(decimal('1300'), [state('a', '100'), state('b', '200')]))).toEqual([
      ['a', '600.00'],
      ['b', '700.00'],
    ]);
  });
});
