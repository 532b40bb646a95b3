import { describe, expect, it } from 'vitest';
import { decimal } from '../../kernel/index.ts';
import { distributionInputToJson, ENGINE_VERSION, type RunRequest } from '../run/index.ts';
import { changesSinceSubmission } from './changesSinceSubmission.ts';
import { type ComputedRun, computeRun, runRemarks } from './computeRun.ts';
import type { ParticipantFacts, RunFacts } from './runFacts.ts';
import { acknowledgmentKey } from './runWarnings.ts';
import { unacknowledgedVesting, vestingChanges } from './vestingChanges.ts';

const share = (participantId: string, percent: string) => ({ participantId, effective: decimal(percent) });
const rows = [
  { start: 0, end: 24, vested: decimal('50') },
  { start: 24, end: null, vested: decimal('100') },
];

interface Records {
  readonly ann?: Partial<ParticipantFacts>;
  readonly profileId?: string;
  readonly entries?: readonly ReturnType<typeof share>[];
  readonly rate?: string;
}
/** Two people share a fund. Both are taxed. */
const factsOf = ({ ann, profileId = 'p', entries, rate = '10' }: Records = {}): RunFacts => {
  const person = (id: string): ParticipantFacts => ({
    id,
    name: id,
    status: 'active',
    terminationDate: null,
    isEscrowExempt: false,
    defaultEscrow: null,
    taxProfileIds: [],
    members: undefined,
  });
  return {
    sources: new Map([
      [
        'fund',
        {
          id: 'fund',
          type: 'Fund',
          name: 'Fund',
          currencyId: 'USD',
          holderId: null,
          profile: {
            id: profileId,
            isValid: true,
            version: 1,
            effectiveDate: '2015-03-31',
            defaultVersion: undefined,
            entries: entries ?? [{ ...share('ann', '60'), scheduleRows: rows }, share('bob', '40')],
          },
          hasForeignProfile: false,
          vesting: { own: { initialCloseDate: '2020-01-01' as never }, tranches: [] },
          taxProfileIds: ['vat'],
          balances: ['ann', 'bob'].map((participantId) => ({
            participantId,
            balance: decimal('1000'),
            isDetermined: true,
          })),
          isBalanceDetermined: true,
        },
      ],
    ]),
    participants: new Map([
      ['ann', { ...person('ann'), ...ann }],
      ['bob', person('bob')],
    ]),
    taxProfiles: new Map([['vat', { id: 'vat', subjectToCharacterization: false, rate: decimal(rate) }]]),
    taxProfileIds: [],
    characterizationIds: new Set(),
    allowsInvestorBalance: false,
  };
};
const request: RunRequest = {
  distributionDate: '2026-09-30',
  defaultEscrow: '0',
  defaultTerminatedEscrow: '25',
  investorBalanceBased: false,
  unallocatedAcknowledged: false,
  sources: [{ sourceId: 'fund', type: 'Fund', netDistributableAmount: '100', characterizations: [], details: [] }],
};
let next = 0;
const run = (facts: RunFacts): ComputedRun =>
  computeRun(request, facts, () => {
    next += 1;
    return `id${String(next)}`;
  });
const submitted = run(factsOf());
const saved = {
  request,
  input: distributionInputToJson(submitted.run.input),
  remarks: runRemarks(submitted),
  profileIds: submitted.rows.sources.map(({ profileId }) => profileId),
};
const textsOf = (records: Records) =>
  changesSinceSubmission(saved, run(factsOf(records)), ENGINE_VERSION).map(({ detail }) => detail);

describe('a submitted run whose records change', () => {
  it('has no warning while the records are the same', () => {
    expect(textsOf({})).toEqual([]);
  });

  // 40.00 less 10% tax is 36.00, and less 20% tax 32.00.
  it('names the tax profile whose rate changed, and the payments of a new draft', () => {
    expect(textsOf({ rate: '20' })).toEqual([
      'Records have changed since this was submitted: vat (tax rates). The submitted figures stay as they are.',
      'A new draft would pay 80.00 net instead of 90.00: ann 48.00 instead of 54.00; bob 32.00 instead of 36.00.',
    ]);
  });

  it('names a person who was terminated in the past, with the warning that a new draft would have', () => {
    expect(textsOf({ ann: { status: 'terminated', terminationDate: '2021-01-01' as never } })).toEqual([
      'Records have changed since this was submitted: ann (terminated). The submitted figures stay as they are.',
      'A new draft would pay 75.00 net instead of 90.00: ann 39.00 instead of 54.00.',
      'A new draft would warn: ann left on 01/01/2021 with 50% vested at Fund. This distribution pays 60.00, of which 30.00 is not vested.',
    ]);
  });

  it('names a new default profile, even if it pays the same', () => {
    expect(textsOf({ profileId: 'q' })).toEqual([
      'Records have changed since this was submitted: fund (default allocation profile). The submitted figures stay as they are.',
      'A new draft would pay the same amounts.',
    ]);
  });

  it('has the reason why a new draft couldn’t be submitted', () => {
    const texts = textsOf({ entries: [share('ann', '60'), share('bob', '60')] });
    expect(texts[0]).toContain('fund (allocations)');
    expect(texts.slice(1)).toEqual([
      'A new draft couldn’t be submitted: the allocations of source fund total more than 100.0000%',
    ]);
  });
});

describe('the vesting applied to a submitted run', () => {
  const requestWithVesting: RunRequest = {
    ...request,
    unallocatedAcknowledged: true,
    sources: [{ ...request.sources[0]!, vestingApplied: [{ participantId: 'ann', recipients: [] }] }],
  };
  const runOn = (terminationDate: string) =>
    computeRun(
      requestWithVesting,
      factsOf({ ann: { status: 'terminated', terminationDate: terminationDate as never } }),
      () => 'id',
    );
  const submittedRun = runOn('2021-01-01');
  const stored = {
    request: requestWithVesting,
    input: distributionInputToJson(submittedRun.run.input),
    remarks: runRemarks(submittedRun),
    profileIds: [],
  };

  it('needs no acknowledgment while it is the same', () => {
    expect(vestingChanges(stored, submittedRun)).toEqual([]);
    expect(vestingChanges(stored, runOn('2021-06-30')), 'another day with the same percentage').toEqual([]);
  });

  it('is to be acknowledged when the records give another percentage, by the approver and before the payment', () => {
    const changes = vestingChanges(stored, runOn('2022-06-30'));
    expect(changes.map(({ detail }) => detail)).toEqual([
      'This distribution was submitted with 50% of the share of ann at fund vested on 01/01/2021. By the current records, vesting can’t be applied.',
    ]);
    const key = acknowledgmentKey(changes[0]!, decimal('0'))!;
    expect(unacknowledgedVesting(changes, [])).toMatchObject([{ code: 'NOT_ACKNOWLEDGED' }]);
    expect(unacknowledgedVesting(changes, [{ key }])).toEqual([]);
  });
});
