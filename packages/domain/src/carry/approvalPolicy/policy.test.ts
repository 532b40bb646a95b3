import { calendarDate, decimal } from '@carrara/domain/kernel';
import { describe, expect, it } from 'vitest';
import {
  type AmountToApprove,
  type ApprovalPolicy,
  approversInOrder,
  type PolicyBand,
  policyFailures,
  policyOn,
  ruleFailures,
  ruleFor,
  ruleSource,
  ruleText,
  withoutPolicy,
} from './index.ts';

const band = (fromAmount: string, changes: Partial<PolicyBand> = {}): PolicyBand => ({
  fromAmount: decimal(fromAmount),
  mode: 'ALL',
  quorum: null,
  approverIds: [],
  ...changes,
});
const policy: ApprovalPolicy = {
  id: 'p',
  effectiveDate: '2026-01-01',
  currency: 'USD',
  bands: [
    band('0.00'),
    band('1000000.00', { mode: 'QUORUM', quorum: 2, approverIds: ['ann', 'bob', 'cid'] }),
    band('10000000.00', { mode: 'ORDERED', approverIds: ['ann', 'bob'] }),
  ],
};
const date = calendarDate('2026-11-30');
const paying = (amount: string, changes: Partial<AmountToApprove> = {}): AmountToApprove => ({
  amount: decimal(amount),
  currency: 'USD',
  date,
  base: 'USD',
  rates: [],
  ...changes,
});

describe('the rule of a distribution', () => {
  it.each([
    ['0.00', 'ALL'],
    ['999999.99', 'ALL'],
    ['1000000.00', 'QUORUM'],
    ['9999999.99', 'QUORUM'],
    ['10000000.00', 'ORDERED'],
    ['-10000000.00', 'ORDERED'],
  ])('of %s: %s', (amount, mode) => expect(ruleFor(policy, paying(amount)).mode).toBe(mode));

  it('compares in the policy’s currency at the rate of the day', () => {
    const rates = [{ date: calendarDate('2026-11-27'), from: 'EUR', to: 'USD', rate: decimal('1.10') }];
    const rule = ruleFor(policy, paying('910000.00', { currency: 'EUR', rates }));
    expect(rule).toMatchObject({ mode: 'QUORUM', policy: { amount: '1001000.00', fromAmount: '1000000.00' } });
    expect(ruleSource(rule)).toBe(
      'Approval policy of 01/01/2026, for amounts from 1,000,000.00 USD. This distribution: 1,001,000.00 USD.',
    );
    expect(ruleFor(policy, paying('900000.00', { currency: 'EUR', rates })).mode).toBe('ALL');
  });

  it('is that of the highest amounts without a rate or a currency, and says so', () => {
    for (const currency of ['EUR', null]) {
      const rule = ruleFor(policy, paying('1.00', { currency }));
      expect(rule).toMatchObject({ mode: 'ORDERED', policy: { amount: null } });
      expect(ruleSource(rule)).toBe(
        'Approval policy of 01/01/2026, for amounts from 10,000,000.00 USD. There is no exchange rate to USD, so the rule for the highest amounts applies.',
      );
    }
  });

  it('is that of every approver without a policy', () => {
    expect([ruleText(withoutPolicy), ruleSource(withoutPolicy)]).toEqual(['Every approver has to approve.', null]);
  });

  it('reads as a sentence', () => {
    expect(policy.bands.map(ruleText)).toEqual([
      'Every approver has to approve.',
      '2 approvals are needed from the approvers of the policy. Other approvers have to approve too.',
      'The approvers decide one after another, and every one has to approve.',
    ]);
    expect(ruleText(band('0', { mode: 'QUORUM', quorum: 1 }))).toBe('1 approval is needed.');
  });
});

it('the policy in force is the latest that is effective', () => {
  const dated = ['2026-01-01', '2026-07-01', '2027-01-01'].map((effectiveDate) => ({ effectiveDate }));
  expect(policyOn(dated, '2025-12-31')).toBeUndefined();
  expect(policyOn(dated, '2026-06-30')).toBe(dated[0]);
  expect(policyOn(dated.toReversed(), '2026-12-31')).toBe(dated[1]);
});

describe('the bands of a policy', () => {
  const candidates = new Set(['ann', 'bob', 'cid']);
  const codes = (...bands: PolicyBand[]) =>
    policyFailures(bands, candidates).map(({ code, path }) => [code, ...path.slice(1)]);

  it('start at 0 and rise', () => {
    expect(codes(...policy.bands)).toEqual([]);
    expect(codes(band('5'), band('10'))).toEqual([['BANDS_OUT_OF_ORDER', 0, 'fromAmount']]);
    expect(codes(band('0'), band('10'), band('10'))).toEqual([['BANDS_OUT_OF_ORDER', 2, 'fromAmount']]);
  });

  it('need no more approvals than they name approvers, or than there are people who can approve', () => {
    const quorum = (count: number | null, ...approverIds: string[]) =>
      codes(band('0', { mode: 'QUORUM', quorum: count, approverIds }));
    expect([quorum(3), quorum(2, 'ann', 'bob')]).toEqual([[], []]);
    for (const wrong of [quorum(null), quorum(0), quorum(4), quorum(3, 'ann', 'bob')])
      expect(wrong).toEqual([['QUORUM_RANGE', 0, 'quorum']]);
  });

  it('name people who can approve, once each', () => {
    expect(codes(band('0', { approverIds: ['ann', 'zoe', 'ann'] }))).toEqual([
      ['NOT_AN_APPROVER_CANDIDATE', 0, 'approvers', 1],
      ['REPEATED_ENTRY', 0, 'approvers', 2],
    ]);
  });
});

describe('a submission', () => {
  const to = (
    approverIds: readonly string[],
    payees: readonly string[] = [],
    eligibleIds: readonly string[] = ['ann', 'bob', 'cid', 'dee'],
  ) => ({
    approverIds,
    payeeIds: new Set(payees),
    eligibleIds,
  });
  const details = (...args: Parameters<typeof ruleFailures>) =>
    ruleFailures(...args).map(({ code, detail }) => [code, detail]);
  const inTurn = ruleFor(policy, paying('10000000'));
  const quorum = ruleFor(policy, paying('1000000'));

  it('has every approver whom the policy requires', () => {
    expect(details(inTurn, to(['bob', 'ann']))).toEqual([]);
    expect(details(inTurn, to(['bob']))).toEqual([
      ['POLICY_APPROVER_MISSING', 'The approval policy requires ann. Add this approver.'],
    ]);
    expect(details(inTurn, to(['bob'], [], ['bob', 'cid']))).toEqual([
      [
        'POLICY_APPROVER_MISSING',
        'The approval policy requires ann, who can’t approve this distribution. Ask a carry administrator to change the policy.',
      ],
    ]);
  });

  it('has enough approvers for the quorum', () => {
    expect(details(quorum, to(['ann', 'cid']))).toEqual([]);
    expect(details(quorum, to(['ann', 'dee']))).toEqual([
      ['QUORUM_UNREACHABLE', 'The approval policy requires 2 approvals. Add 1 more approver, such as bob or cid.'],
    ]);
  });

  it('has an approver whom it doesn’t pay, and says whom to add', () => {
    expect(details(withoutPolicy, to(['ann', 'bob'], ['ann']))).toEqual([]);
    expect(details(withoutPolicy, to(['ann'], ['ann', 'cid']))).toEqual([
      [
        'PAYEES_ONLY',
        'This distribution pays everyone listed. Add an approver whom it doesn’t pay, such as bob or dee.',
      ],
    ]);
    expect(details(withoutPolicy, to(['ann'], ['ann'], ['ann']))[0]?.[1]).toContain('Give the carry role viewer');
  });

  it('asks the approvers of the policy first, in their order', () => {
    expect(approversInOrder(inTurn, ['dee', 'bob', 'ann', 'dee'])).toEqual(['ann', 'bob', 'dee']);
  });
});
