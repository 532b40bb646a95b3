import { describe, expect, it } from 'vitest';
import { decimal, numberText } from '../kernel/index.ts';
import { checkGivenFigures } from './givenFigures.ts';
import { computeRun } from './computeRun.ts';
import type { ParticipantFacts, RunFacts } from './runFacts.ts';
import type { DetailRequest, RunRequest } from './runRequest.ts';
import { reversedRows, runResult } from './runRows.ts';
import { mirrorDistribution } from './reversal.ts';
import { verifyReversal } from './verifyRun.ts';

const person = (id: string, changes: Partial<ParticipantFacts> = {}): ParticipantFacts => ({
  id,
  name: id,
  status: 'active',
  terminationDate: null,
  isEscrowExempt: false,
  defaultEscrow: null,
  taxProfileIds: [],
  members: undefined,
  ...changes,
});
const share = (participantId: string, percent: string) => ({ participantId, effective: decimal(percent) });
const facts = (changes: Partial<RunFacts> = {}): RunFacts => ({
  sources: new Map([
    [
      'fund',
      {
        id: 'fund',
        type: 'Fund',
        name: 'Fund',
        currencyId: 'USD',
        profile: { id: 'p', isValid: true, entries: [share('ann', '60'), share('firm', '40')] },
        hasForeignProfile: false,
        vestingStart: null,
        taxProfileIds: ['vat'],
        balances: [],
      },
    ],
  ]),
  participants: new Map(
    [person('ann'), person('firm', { members: [share('bob', '100')] }), person('bob'), person('eve')].map((p) => [
      p.id,
      p,
    ]),
  ),
  taxProfiles: new Map([['vat', { id: 'vat', subjectToCharacterization: false, rate: decimal('10') }]]),
  taxProfileIds: [],
  characterizationIds: new Set(),
  allowsInvestorBalance: false,
  ...changes,
});
const request = (details: readonly DetailRequest[] = [], changes: Partial<RunRequest> = {}): RunRequest => ({
  distributionDate: '2026-09-30',
  defaultEscrow: '0',
  defaultTerminatedEscrow: '0',
  investorBalanceBased: false,
  unallocatedAcknowledged: false,
  sources: [{ sourceId: 'fund', type: 'Fund', netDistributableAmount: '100', characterizations: [], details }],
  ...changes,
});
let next = 0;
const newId = () => {
  next += 1;
  return `id${next}`;
};
const run = (asked: RunRequest, known: RunFacts = facts()) => computeRun({ facts: async () => known, newId }, asked);
const detail = (participantId: string, changes: Partial<DetailRequest> = {}): DetailRequest => ({
  participantId,
  via: [],
  ...changes,
});

describe('a run', () => {
  it('pays by the profile and passes on through entities, each way a row', async () => {
    const { rows, problems, refusals } = await run(request());
    expect([problems, refusals]).toEqual([[], []]);
    const lines = rows.sources[0]!.details.map(({ path, participantId, gross, net }) => [
      ...path,
      participantId,
      gross,
      net,
    ]);
    expect(lines).toEqual([
      ['ann', '60.00', '54.00'],
      ['firm', '40.00', '36.00'],
      ['firm', 'bob', '40.00', '36.00'],
    ]);
  });

  it('pays a given effective instead, keeps what the profile says, and takes in who is not in it', async () => {
    const asked = [detail('ann', { effectiveAllocation: '50' }), detail('eve', { effectiveAllocation: '10' })];
    const { rows, run: made } = await run(request(asked));
    expect(
      rows.sources[0]!.details.map(({ participantId, effective, original }) => [participantId, effective, original]),
    ).toEqual([
      ['ann', '50', '60'],
      ['firm', '40', null],
      ['bob', '100', null],
      ['eve', '10', '0'],
    ]);
    expect(made.input.sources[0]!.allocations.map(({ effective }) => numberText(effective))).toEqual([
      '50',
      '40',
      '10',
    ]);
  });

  it('refuses who is unknown, and another effective of a member', async () => {
    const asked = [
      detail('nobody', { loanRepayment: '1' }),
      detail('bob', { via: ['firm'], effectiveAllocation: '50' }),
    ];
    const { refusals } = await run(request(asked));
    expect(refusals.map(({ code }) => code)).toEqual(['PARTICIPANT_UNKNOWN', 'MEMBER_EFFECTIVE_FIXED']);
  });

  it('warns of the terminated who are not fully vested as of their last day', async () => {
    const rows = [
      { start: 0, end: 24, vested: decimal('50') },
      { start: 24, end: null, vested: decimal('100') },
    ];
    const known = facts({
      participants: new Map([['ann', person('ann', { status: 'terminated', terminationDate: '2021-01-01' as never })]]),
      sources: new Map([
        [
          'fund',
          {
            ...facts().sources.get('fund')!,
            vestingStart: '2020-01-01' as never,
            profile: { id: 'p', isValid: true, entries: [{ ...share('ann', '100'), scheduleRows: rows }] },
          },
        ],
      ]),
    });
    expect((await run(request(), known)).warnings.map(({ code }) => code)).toEqual(['TERMINATED_NOT_FULLY_VESTED']);
  });

  it('compares given figures with the computed ones', async () => {
    const { rows } = await run(request());
    const given = (figures: Partial<DetailRequest>) =>
      checkGivenFigures(request([detail('ann', figures)]), rows).map(({ code }) => code);
    expect(given({ grossCarryDistributed: '60', netCarryDistributed: '54.00' })).toEqual([]);
    expect(given({ grossCarryDistributed: '61', netCarryDistributed: '55.00' })).toEqual([
      'FIGURES_DIFFER',
      'FIGURES_DIFFER',
    ]);
    expect(given({ grossCarryDistributed: '60', netCarryDistributed: '60' })).toEqual([
      'NOT_RECONCILED',
      'FIGURES_DIFFER',
    ]);
  });
});

describe('its reversal', () => {
  it('is the mirror of the result, row by row', async () => {
    const { rows } = await run(request());
    const reversed = reversedRows(rows, newId);
    expect(runResult(reversed).sources).toEqual(mirrorDistribution(runResult(rows)).sources);
    expect(verifyReversal(reversed, rows).differences).toEqual([]);
    expect(verifyReversal(rows, rows).differences.length).toBeGreaterThan(0);
  });
});
