import { describe, expect, it } from 'vitest';
import { decimal } from '../../kernel/index.ts';
import { type EscrowTerms, escrowRate } from './index.ts';

const defaults = { defaultEscrow: decimal(10), defaultTerminatedEscrow: decimal(25) };
const rate = (own: EscrowTerms & { status?: 'terminated' }, ...entities: readonly EscrowTerms[]) => {
  const { percent, reason } = escrowRate({ status: 'active', ...own }, entities, defaults);
  return `${percent.toString()} ${reason}`;
};
const own = (percent: number): EscrowTerms => ({ defaultEscrow: decimal(percent) });

describe('the escrow percentage', () => {
  it('is the default for active people or for those who left [U-C-114]', () => {
    expect(rate({})).toBe('10 default');
    expect(rate({ status: 'terminated' })).toBe('25 terminated');
    expect(rate({ ...own(0), isEscrowExempt: false }, own(0))).toBe('10 default');
  });

  it("is the participant's own before any other [U-C-116]", () => {
    expect(rate({ ...own(5), status: 'terminated' }, own(7))).toBe('5 own');
  });

  it("is the source's instead of the run's default, even 0, unless somebody left or has a percentage of their own", () => {
    const at = (ofSource: number, terms: Parameters<typeof rate>[0], ...entities: readonly EscrowTerms[]) => {
      const all = { ...defaults, ofSource: decimal(ofSource) };
      const { percent, reason } = escrowRate({ status: 'active', ...terms }, entities, all);
      return `${percent.toString()} ${reason}`;
    };
    expect(at(15, {})).toBe('15 source');
    expect(at(0, {})).toBe('0 source');
    expect(at(15, { status: 'terminated' })).toBe('25 terminated');
    expect([at(15, own(5)), at(15, {}, own(7))]).toEqual(['5 own', '7 entity']);
  });

  it("is the nearest entity's before the defaults", () => {
    expect(rate({ status: 'terminated' }, own(0), own(7), own(8))).toBe('7 entity');
  });

  it('is zero if anybody on the path is exempt [U-C-115]', () => {
    expect(rate({ ...own(5), isEscrowExempt: true })).toBe('0 exempt');
    expect(rate(own(5), {}, { isEscrowExempt: true })).toBe('0 exempt');
  });
});
