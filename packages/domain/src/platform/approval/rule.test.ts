import { describe, expect, it } from 'vitest';
import {
  type ApprovalAnswer,
  approvalOutcome,
  approvalReason,
  type ApprovalRule,
  everyApproverRule,
  requestedApprovers,
} from './index.ts';

/** Reads 'ann:APP bob*:PEND', where a star marks a payee. */
const answers = (text: string): readonly ApprovalAnswer[] =>
  text.split(' ').flatMap((each) => {
    const [name = '', state = 'PEND'] = each.split(':');
    if (name === '') return [];
    return [
      { approverId: name.replace('*', ''), state: state as ApprovalAnswer['state'], isPayee: name.endsWith('*') },
    ];
  });
const inTurn: ApprovalRule = { mode: 'ORDERED', quorum: null, approverIds: [] };
const twoOf = (...approverIds: string[]): ApprovalRule => ({ mode: 'QUORUM', quorum: 2, approverIds });

describe('without a policy', () => {
  it.each([
    ['ann:APP bob:APP', 'approved'],
    ['ann:APP bob', 'waiting'],
    ['ann bob:REJ cid:APP', 'rejected'],
    ['', 'waiting'],
  ])('%s: %s', (text, outcome) => expect(approvalOutcome(everyApproverRule, answers(text))).toBe(outcome));

  it('everyone who has not answered is requested at once', () => {
    expect(requestedApprovers(everyApproverRule, answers('ann bob:APP cid'))).toEqual(['ann', 'cid']);
    expect(requestedApprovers(everyApproverRule, answers('ann bob:REJ cid'))).toEqual([]);
  });
});

describe('one after another', () => {
  it('only the next approver is requested, and all approve', () => {
    expect(requestedApprovers(inTurn, answers('ann bob cid'))).toEqual(['ann']);
    expect(requestedApprovers(inTurn, answers('ann:APP bob cid'))).toEqual(['bob']);
    expect(approvalOutcome(inTurn, answers('ann:APP bob:APP cid'))).toBe('waiting');
    expect(approvalOutcome(inTurn, answers('ann:APP bob:APP cid:APP'))).toBe('approved');
  });
});

describe('a quorum', () => {
  it('of all listed approvers is enough', () => {
    expect(approvalOutcome(twoOf(), answers('ann:APP bob cid'))).toBe('waiting');
    expect(approvalOutcome(twoOf(), answers('ann:APP bob cid:APP'))).toBe('approved');
    expect(requestedApprovers(twoOf(), answers('ann:APP bob cid'))).toEqual(['bob', 'cid']);
  });

  it('of the policy’s approvers isn’t reached by others whom somebody added, who have to approve too', () => {
    const rule = twoOf('ann', 'bob', 'cid');
    expect(approvalOutcome(rule, answers('ann:APP bob cid dee:APP'))).toBe('waiting');
    expect(approvalOutcome(rule, answers('ann:APP bob:APP cid dee'))).toBe('waiting');
    expect(requestedApprovers(rule, answers('ann:APP bob:APP cid dee'))).toEqual(['dee']);
    expect(approvalOutcome(rule, answers('ann:APP bob:APP cid dee:APP'))).toBe('approved');
  });
});

describe('payees', () => {
  it.each([
    [everyApproverRule, 'ann*:APP bob*:APP'],
    [inTurn, 'ann*:APP bob*:APP'],
    [twoOf(), 'ann*:APP bob*:APP cid'],
  ])('never approve alone: %o', (rule, text) => {
    expect(approvalOutcome(rule, answers(text))).toBe('waiting');
    expect(approvalOutcome(rule, answers(text.replace('bob*', 'bob')))).toBe('approved');
  });

  it('aren’t requested any more once only an independent approval is missing', () => {
    expect(requestedApprovers(twoOf(), answers('ann*:APP bob*:APP cid dee*'))).toEqual(['cid']);
  });
});

it('a pending approval says why it is needed', () => {
  const reason = (rule: ApprovalRule, text: string, name: string) => approvalReason(rule, answers(text), name);
  expect(reason(everyApproverRule, 'ann:APP bob', 'bob')).toBe('Chosen when it was submitted.');
  expect(reason({ ...everyApproverRule, approverIds: ['bob'] }, 'ann:APP bob', 'bob')).toBe(
    'The approval policy requires it.',
  );
  expect(reason(inTurn, 'ann bob', 'bob')).toBe('Asked after the approvers above.');
  expect(reason(twoOf(), 'ann:APP bob cid', 'cid')).toBe('One of those from whom 1 more approval is needed.');
  expect(reason(twoOf(), 'ann*:APP bob*:APP cid dee*', 'dee')).toBe('No longer needed.');
  expect(reason(everyApproverRule, 'ann* bob', 'bob')).toBe('Needed from somebody whom the distribution doesn’t pay.');
});

describe('for every rule and all answers', () => {
  const states = ['PEND', 'APP', 'REJ'] as const;
  const cases = [
    everyApproverRule,
    inTurn,
    twoOf(),
    twoOf('a', 'b'),
    { mode: 'QUORUM', quorum: 1, approverIds: [] } as const,
  ].flatMap((rule) =>
    states.flatMap((a) =>
      states.flatMap((b) =>
        states.flatMap((c) =>
          [0, 1, 2, 3, 4, 5, 6, 7].map((payees) => ({
            rule,
            list: [a, b, c].map((state, i) => ({
              approverId: 'abc'[i] ?? '',
              state,
              isPayee: (payees & (1 << i)) !== 0,
            })),
          })),
        ),
      ),
    ),
  );

  it('an approved distribution has no rejection and an approval by somebody whom it doesn’t pay', () => {
    for (const { rule, list } of cases.filter((each) => approvalOutcome(each.rule, each.list) === 'approved')) {
      expect(
        list.some(({ state }) => state === 'REJ'),
        JSON.stringify([rule, list]),
      ).toBe(false);
      expect(list.some(({ state, isPayee }) => state === 'APP' && !isPayee)).toBe(true);
    }
  });

  it('only pending approvals are requested, and only while it waits', () => {
    for (const { rule, list } of cases) {
      const requested = requestedApprovers(rule, list);
      for (const id of requested) expect(list.find(({ approverId }) => approverId === id)?.state).toBe('PEND');
      if (approvalOutcome(rule, list) !== 'waiting') expect(requested).toEqual([]);
    }
  });

  it('it is approved once every requested person approves, if the list has somebody whom it doesn’t pay', () => {
    for (const { rule, list } of cases.filter(
      (each) => each.list.every(({ state }) => state === 'PEND') && each.list.some(({ isPayee }) => !isPayee),
    )) {
      let current: readonly ApprovalAnswer[] = list;
      for (let next = requestedApprovers(rule, current); next.length > 0; next = requestedApprovers(rule, current))
        current = current.map((each) => (each.approverId === next[0] ? { ...each, state: 'APP' } : each));
      expect(approvalOutcome(rule, current), JSON.stringify([rule, list])).toBe('approved');
    }
  });
});
