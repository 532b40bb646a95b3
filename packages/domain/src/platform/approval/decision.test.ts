import { describe, expect, it } from 'vitest';
import { checkApprover, checkDisburser, approvalOutcome } from './index.ts';

describe('the answers of approvers', () => {
  it('approve if all have, reject if one has, and wait otherwise', () => {
    expect(approvalOutcome(['APP', 'APP'])).toBe('approved');
    expect(approvalOutcome(['APP', 'PEND'])).toBe('waiting');
    expect(approvalOutcome(['PEND', 'REJ', 'APP'])).toBe('rejected');
    expect(approvalOutcome([])).toBe('waiting');
  });

  it('come from listed approvers, once, who did not create the distribution', () => {
    const approvals = [
      { approverId: 'ann', state: 'PEND' },
      { approverId: 'bob', state: 'APP' },
      { approverId: 'cid', state: 'PEND' },
    ] as const;
    const makers = { createdBy: 'cid', editors: ['dee', 'fay'], submittedBy: 'eve' };
    const codes = (person: string, self = false) =>
      checkApprover(person, approvals, makers, self).map(({ code }) => code);
    expect(codes('ann')).toEqual([]);
    expect(codes('zoe')).toEqual(['NOT_AN_APPROVER']);
    expect(codes('bob')).toEqual(['ALREADY_DECIDED']);
    for (const maker of ['cid', 'dee', 'fay', 'eve']) {
      const listed = [{ approverId: maker, state: 'PEND' }] as const;
      expect(checkApprover(maker, listed, makers, false).map(({ code }) => code)).toEqual(['OWN_RUN']);
    }
    expect(codes('cid', true)).toEqual([]);
  });

  it('leave the payment to somebody other than the only approver', () => {
    expect(checkDisburser('ann', ['ann']).map(({ code }) => code)).toEqual(['ONLY_APPROVER_DISBURSES']);
    expect(checkDisburser('ann', ['ann', 'bob'])).toEqual([]);
    expect(checkDisburser('cid', ['ann'])).toEqual([]);
  });
});
