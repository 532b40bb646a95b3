import { fail } from '@carrara/domain/kernel';
import { describe, expect, it } from 'vitest';
import {
  eligibleSubstitutes,
  allowedActions,
  type ApproverFacts,
  type DistributionState,
  decideApproval,
  decideApprovers,
  decideDisbursement,
  decideReversal,
  decideReversalDate,
  decideSubmission,
  decideWithdrawal,
  newlyRequestedApprovers,
} from './decisions.ts';

const approval = (approverId: string, decision: 'APP' | 'REJ' | null = null) => ({
  id: `of ${approverId}`,
  approverId,
  decision,
  decidedById: decision && approverId,
  isPayee: decision && false,
});
const state = (changes: Partial<DistributionState>): DistributionState => ({
  id: 'd',
  status: 'SUB',
  distributionDate: '2026-11-30',
  isReversal: false,
  reversalStatus: null,
  createdById: 'maker',
  editorIds: ['maker'],
  submittedById: 'maker',
  approvals: [approval('ann'), approval('bob')],
  approvalRule: null,
  ...changes,
});
const noFacts: ApproverFacts = { substitutes: new Map(), payeeIds: new Set() };
const rules = { mode: 'ALL', quorum: null, approverIds: [], policy: null } as const;
const decide = (
  distribution: DistributionState,
  personId: string,
  decision: 'APP' | 'REJ',
  {
    allowSelfApproval,
    comment,
    people = noFacts,
  }: { allowSelfApproval?: boolean; comment?: string | null | undefined; people?: ApproverFacts } = {},
) =>
  decideApproval(
    distribution,
    { personId, decision, comment },
    { allowSelfApproval: allowSelfApproval ?? false },
    people,
  );
const day = '2026-11-30';
const strict = { allowSelfApproval: false };
const codes = (result: { _unsafeUnwrapErr(): readonly { code: string }[] }) =>
  result._unsafeUnwrapErr().map(({ code }) => code);

describe("an approver's answer", () => {
  it('waits for the other approvers, and the last approval approves the distribution', () => {
    expect(decide(state({}), 'ann', 'APP')._unsafeUnwrap().status).toBe('SUB');
    const last = state({ approvals: [approval('ann', 'APP'), approval('bob')] });
    expect(decide(last, 'bob', 'APP')._unsafeUnwrap()).toEqual({
      event: 'approveDistribution',
      approvalId: 'of bob',
      status: 'APP',
      isPayee: false,
      requested: [],
    });
  });

  it('rejects at once if it is a rejection', () => {
    expect(decide(state({}), 'ann', 'REJ', { comment: 'Too high' })._unsafeUnwrap().status).toBe('REJ');
  });

  it('requires a comment if it is a rejection', () => {
    for (const comment of [undefined, null, ' ', '\u200b'])
      expect(codes(decide(state({}), 'ann', 'REJ', { comment }))).toEqual(['COMMENT_REQUIRED']);
  });

  it('of a creator counts only if the firm allows it', () => {
    const own = state({ editorIds: ['ann', 'maker'], approvals: [approval('ann')] });
    expect(codes(decide(own, 'ann', 'APP'))).toEqual(['OWN_RUN']);
    expect(decide(own, 'ann', 'APP', { allowSelfApproval: true })._unsafeUnwrap().status).toBe('APP');
  });

  it('is refused from a non-approver, a second time, and outside submission [U-C-083]', () => {
    expect(codes(decide(state({}), 'eve', 'APP'))).toEqual(['NOT_AN_APPROVER']);
    const answered = state({ approvals: [approval('ann', 'APP'), approval('bob')] });
    expect(codes(decide(answered, 'ann', 'APP'))).toEqual(['ALREADY_DECIDED']);
    expect(codes(decide(state({ status: 'APP' }), 'ann', 'APP'))).toEqual(['WRONG_STATE']);
  });
});

describe('a substitute who has decided', () => {
  const submitted = state({ approvals: [{ ...approval('ann', 'APP'), decidedById: 'sue' }, approval('bob')] });
  const people = new Set(['ann', 'bob', 'sue', 'tom']);

  it('can’t become an approver too, because nobody decides twice', () => {
    expect(codes(decideApprovers(submitted, ['sue'], people, strict))).toEqual(['ALREADY_DECIDED']);
    expect(decideApprovers(submitted, ['ann', 'tom'], people, strict)._unsafeUnwrap()).toEqual(['tom']);
    // After a rejection, everyone answers again.
    expect(decideApprovers({ ...submitted, status: 'REJ' }, ['sue'], people, strict)._unsafeUnwrap()).toEqual(['sue']);
  });

  it('isn’t named for another approver, and neither is a maker or an approver', () => {
    const named = (substitute: string, allowSelfApproval = false) =>
      eligibleSubstitutes(submitted, { allowSelfApproval }, { substitutes: new Map([['bob', substitute]]) }).get('bob');
    expect([named('sue'), named('ann'), named('maker'), named('tom')]).toEqual([
      undefined,
      undefined,
      undefined,
      'tom',
    ]);
    expect(named('maker', true)).toBe('maker');
  });
});

describe('an approval by a rule', () => {
  it('is decided one approver at a time, and then requests the next', () => {
    const inTurn = state({ approvalRule: { ...rules, mode: 'ORDERED' } });
    expect(codes(decide(inTurn, 'bob', 'APP'))).toEqual(['NOT_YOUR_TURN']);
    expect(decide(inTurn, 'ann', 'APP')._unsafeUnwrap()).toMatchObject({ status: 'SUB', requested: ['bob'] });
  });

  it('ends with the quorum', () => {
    const quorum = state({ approvalRule: { ...rules, mode: 'QUORUM', quorum: 1 } });
    expect(decide(quorum, 'bob', 'APP')._unsafeUnwrap()).toMatchObject({ status: 'APP', requested: [] });
  });

  it('is given by today’s substitute, unless that person made the distribution', () => {
    const by = (substitute: string) => ({ ...noFacts, substitutes: new Map([['ann', substitute]]) });
    expect(decide(state({}), 'sue', 'APP', { people: by('sue') })._unsafeUnwrap()).toMatchObject({
      approvalId: 'of ann',
    });
    expect(codes(decide(state({}), 'maker', 'APP', { people: by('maker') }))).toEqual(['OWN_RUN']);
    expect(codes(decide(state({}), 'sue', 'APP'))).toEqual(['NOT_AN_APPROVER']);
  });

  it('is never by payees alone, not even as substitutes of others', () => {
    const people = { substitutes: new Map([['bob', 'pat']]), payeeIds: new Set(['ann', 'pat']) };
    const answered = state({ approvals: [{ ...approval('ann', 'APP'), isPayee: true }, approval('bob')] });
    expect(codes(decide(answered, 'pat', 'APP', { people }))).toEqual(['PAYEE_ALONE']);
    expect(decide(answered, 'pat', 'REJ', { people, comment: 'Too high' })._unsafeUnwrap().status).toBe('REJ');
    expect(decide(answered, 'bob', 'APP', { people })._unsafeUnwrap()).toMatchObject({ status: 'APP', isPayee: false });
  });

  it('counts the person who decided, not the approver, when it is paid', () => {
    const approved = state({ status: 'APP', approvals: [{ ...approval('ann', 'APP'), decidedById: 'sue' }] });
    expect(codes(decideDisbursement(approved, 'sue', day))).toEqual(['ONLY_APPROVER_DISBURSES']);
    expect(decideDisbursement(approved, 'ann', day).isOk()).toBe(true);
    const quorum = state({ status: 'APP', approvals: [approval('ann', 'APP'), approval('bob')] });
    expect(codes(decideDisbursement(quorum, 'ann', day)), 'of a quorum').toEqual(['ONLY_APPROVER_DISBURSES']);
  });

  it('of an approver who was added is requested by the same rule', () => {
    const inTurn = state({ approvalRule: { ...rules, mode: 'ORDERED' } });
    expect(newlyRequestedApprovers(inTurn, ['cid'], noFacts)).toEqual(['ann']);
    expect(newlyRequestedApprovers(state({}), ['cid'], noFacts)).toEqual(['ann', 'bob', 'cid']);
    expect(newlyRequestedApprovers(state({ status: 'DRAFT' }), ['cid'], noFacts)).toEqual([]);
  });
});

describe('the other steps', () => {
  it('submission lists every reason', () => {
    const reasons = [fail('NO_APPROVERS', [], ''), fail('NET_BELOW_ZERO', [], '')];
    expect(codes(decideSubmission(state({ status: 'DRAFT' }), reasons))).toEqual(['NO_APPROVERS', 'NET_BELOW_ZERO']);
    expect(decideSubmission(state({ status: 'REJ' }), [])._unsafeUnwrap()).toBe('SUB');
  });

  it('a withdrawal requires a reason', () => {
    for (const comment of [' ', '\u200b'])
      expect(codes(decideWithdrawal(state({}), comment))).toEqual(['COMMENT_REQUIRED']);
    expect(decideWithdrawal(state({}), 'a wrong amount')._unsafeUnwrap()).toBe('DRAFT');
  });

  it("the only approver can't also pay", () => {
    const approved = state({ status: 'APP', approvals: [approval('ann', 'APP')] });
    expect(codes(decideDisbursement(approved, 'ann', day))).toEqual(['ONLY_APPROVER_DISBURSES']);
    expect(decideDisbursement(approved, 'bob', day)._unsafeUnwrap()).toBe('DISB');
  });

  it('a payment is neither offered nor accepted before its date', () => {
    const approved = state({ status: 'APP', approvals: [approval('ann', 'APP')] });
    const details = (early: DistributionState) =>
      decideDisbursement(early, 'bob', '2026-11-29')
        ._unsafeUnwrapErr()
        .map(({ code, detail }) => [code, detail]);
    expect(details(approved)).toEqual([
      [
        'DATE_TOO_LATE',
        'This distribution is dated 11/30/2026. Disburse it on that day or later, or withdraw it and change the date.',
      ],
    ]);
    expect(details({ ...approved, isReversal: true })).toEqual([
      [
        'DATE_TOO_LATE',
        'This reversal is dated 11/30/2026. Disburse it on that day or later, or withdraw and delete it, then reverse the distribution again.',
      ],
    ]);
    const bob = { id: 'bob', hasPermission: () => true };
    expect(allowedActions(approved, bob, strict, noFacts, '2026-11-29')).toEqual(['withdrawDistribution']);
    expect(allowedActions(approved, bob, strict, noFacts, day)).toEqual([
      'withdrawDistribution',
      'disburseDistribution',
    ]);
  });

  it('a reversal is dated on or after the day of the distribution', () => {
    expect(decideReversalDate('2026-12-31', '2026-12-31').isOk()).toBe(true);
    expect(decideReversalDate('2026-12-30', '2026-12-31')._unsafeUnwrapErr()).toEqual([
      {
        code: 'REVERSED_BEFORE',
        path: ['distributionDate'],
        detail: 'A reversal can’t be dated before the distribution it reverses. Choose 12/31/2026 or later.',
      },
    ]);
  });

  it('a distribution is reversed once, and a reversal never', () => {
    expect(decideReversal(state({ status: 'DISB' }))._unsafeUnwrap()).toBe('DISB');
    const again = (reversalStatus: DistributionState['reversalStatus']) =>
      decideReversal(state({ status: 'DISB', reversalStatus }))._unsafeUnwrapErr();
    expect(again('DISB')).toMatchObject([
      { code: 'ALREADY_REVERSED', detail: 'This distribution has already been reversed.' },
    ]);
    expect(again('DRAFT')).toMatchObject([
      { code: 'ALREADY_REVERSED', detail: expect.stringMatching(/has a reversal that isn’t disbursed yet \(draft\)/) },
    ]);
    expect(codes(decideReversal(state({ status: 'DISB', isReversal: true })))).toEqual(['REVERSAL_FIXED']);
  });
});

describe("a person's actions", () => {
  const all = (id: string) => ({ id, hasPermission: () => true });
  it('are those of the state, without the ones that would be refused', () => {
    expect(allowedActions(state({}), all('ann'), strict, noFacts, day)).toEqual([
      'addApprovers',
      'withdrawDistribution',
      'approveDistribution',
      'rejectDistribution',
    ]);
    expect(allowedActions(state({}), all('maker'), strict, noFacts, day)).toEqual([
      'addApprovers',
      'withdrawDistribution',
    ]);
    expect(
      allowedActions(
        state({}),
        { id: 'ann', hasPermission: (permission) => permission === 'distribution.approve' },
        strict,
        noFacts,
        day,
      ),
    ).toEqual(['approveDistribution', 'rejectDistribution']);
  });
});
