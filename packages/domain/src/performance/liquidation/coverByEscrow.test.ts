import { describe, expect, it } from 'vitest';
import { decimal, moneyText } from '../../kernel/index.ts';
import { coverByEscrow } from './coverByEscrow.ts';

const holder = (id: string, received: string, escrowBalance: string) => ({
  id,
  received: decimal(received),
  escrowBalance: decimal(escrowBalance),
});
const covered = (gross: string, ...holders: readonly ReturnType<typeof holder>[]) => {
  const clawback = { gross: decimal(gross), net: decimal(gross) };
  const { escrowBalance, coveredByEscrow } = coverByEscrow({ clawback }, holders);
  return [moneyText(escrowBalance), moneyText(coveredByEscrow)];
};

describe('the cover of a clawback', () => {
  it('is each participant’s escrow, at most for their own part', () => {
    // The one who is exempt from escrow has a part of 25.00, which the escrow of the other doesn't cover.
    const exempt = holder('ann', '50.00', '0.00');
    expect(covered('100.00', exempt, holder('ben', '150.00', '90.00'))).toEqual(['90.00', '75.00']);
    expect(covered('100.00', exempt, holder('ben', '150.00', '30.00'))).toEqual(['30.00', '30.00']);
  });

  it('is nothing without a clawback or participants who received carry', () => {
    expect(covered('0.00', holder('ben', '150.00', '30.00'))).toEqual(['30.00', '0.00']);
    expect(covered('100.00', holder('ben', '0.00', '30.00'))).toEqual(['30.00', '0.00']);
    expect(covered('100.00')).toEqual(['0.00', '0.00']);
  });
});
