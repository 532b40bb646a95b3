import { describe, expect, it } from 'vitest';
import { approvalToAnswer, type ApprovalPeople, checkDisburser } from './index.ts';

describe('the answers of approvers', () => {
  const approvals = [
    { approverId: 'ann', state: 'PEND', decidedById: null },
    { approverId: 'bob', state: 'APP', decidedById: 'bob' },
    { approverId: 'cid', state: 'PEND', decidedById: null },
    { approverId: 'gus', state: 'APP', decidedById: 'hal' },
  ] as const;
  const people: ApprovalPeople = {
    makers: { createdBy: 'cid', editors: ['dee', 'fay'], submittedBy: 'eve' },
    allowSelfApproval: false,
    substitutes: new Map(),
    requested: ['ann', 'cid'],
  };
  const answer = (person: string, changes: Partial<ApprovalPeople> = {}) =>
    approvalToAnswer(person, approvals, { ...people, ...changes }).match(
      ({ approverId }) => approverId,
      (failures) => failures.map(({ code }) => code).join(),
    );

  it('come from listed approvers, once, who did not create the distribution', () => {
    expect(answer('ann')).toBe('ann');
    expect(answer('zoe')).toBe('NOT_AN_APPROVER');
    expect(answer('bob')).toBe('ALREADY_DECIDED');
    for (const maker of ['cid', 'dee', 'fay', 'eve']) {
      const listed = [{ approverId: maker, state: 'PEND', decidedById: null }] as const;
      const refused = approvalToAnswer(maker, listed, { ...people, requested: [maker] });
      expect(refused._unsafeUnwrapErr().map(({ code }) => code)).toEqual(['OWN_RUN']);
    }
    expect(answer('cid', { allowSelfApproval: true })).toBe('cid');
  });

  it('come from today’s substitute in place of an approver', () => {
    const substitutes = new Map([['ann', 'sue']]);
    expect(answer('sue', { substitutes })).toBe('ann');
    expect(answer('ann', { substitutes })).toBe('ann');
    expect(answer('fay', { substitutes: new Map([['ann', 'fay']]) })).toBe('OWN_RUN');
  });

  it('come from different people: nobody decides twice, for themselves or for others', () => {
    expect(answer('hal', { substitutes: new Map([['ann', 'hal']]) })).toBe('ALREADY_DECIDED');
    expect(answer('gus')).toBe('ALREADY_DECIDED');
    // A listed approver decides as such.
    expect(answer('bob', { substitutes: new Map([['ann', 'bob']]) })).toBe('ALREADY_DECIDED');
  });

  it('come only from the approvers whose turn it is', () => {
    expect(answer('ann', { requested: ['cid'] })).toBe('NOT_YOUR_TURN');
    expect(answer('sue', { requested: ['cid'], substitutes: new Map([['ann', 'sue']]) })).toBe('NOT_YOUR_TURN');
    const substitutes = new Map([
      ['ann', 'sue'],
      ['cid', 'sue'],
    ]);
    expect(answer('sue', { requested: ['cid'], substitutes })).toBe('cid');
  });

  it('leave the payment to somebody other than the only approver', () => {
    expect(checkDisburser('ann', ['ann']).map(({ code }) => code)).toEqual(['ONLY_APPROVER_DISBURSES']);
    expect(checkDisburser('ann', ['ann', 'bob'])).toEqual([]);
    expect(checkDisburser('cid', ['ann'])).toEqual([]);
  });
});
