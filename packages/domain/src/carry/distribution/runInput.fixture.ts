import { decimal } from '../../kernel/index.ts';
import { computeRun } from './computeRun.ts';
import type { ParticipantFacts, RunFacts } from './runFacts.ts';
import type { DetailRequest, RunRequest } from '../run/index.ts';

export const person = (id: string, changes: Partial<ParticipantFacts> = {}): ParticipantFacts => ({
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
export const share = (participantId: string, percent: string) => ({ participantId, effective: decimal(percent) });
export const facts = (changes: Partial<RunFacts> = {}): RunFacts => ({
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
          id: 'p',
          isValid: true,
          version: 7,
          effectiveDate: '2015-03-31',
          defaultVersion: undefined,
          entries: [share('ann', '60'), share('firm', '40')],
        },
        hasForeignProfile: false,
        vesting: { own: {}, tranches: [] },
        taxProfileIds: ['vat'],
        balances: [],
        isBalanceDetermined: false,
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
export const request = (details: readonly DetailRequest[] = [], changes: Partial<RunRequest> = {}): RunRequest => ({
  distributionDate: '2026-09-30',
  defaultEscrow: '0',
  defaultTerminatedEscrow: '0',
  investorBalanceBased: false,
  unallocatedAcknowledged: false,
  sources: [{ sourceId: 'fund', type: 'Fund', netDistributableAmount: '100', characterizations: [], details }],
  ...changes,
});
/** The same facts, with accruals large enough that no payment exceeds them. */
export const withAccruals = (runFacts: RunFacts = facts()): RunFacts => ({
  ...runFacts,
  sources: new Map(
    [...runFacts.sources].map(([id, source]) => [
      id,
      {
        ...source,
        isBalanceDetermined: true,
        balances: ['ann', 'bob', 'eve', 'zoe'].map((participantId) => ({
          participantId,
          balance: decimal('1000'),
          isDetermined: true,
        })),
      },
    ]),
  ),
});
let next = 0;
export const newId = () => {
  next += 1;
  return `id${next}`;
};
export const run = (runRequest: RunRequest, runFacts: RunFacts = facts()) => computeRun(runRequest, runFacts, newId);
export const detail = (participantId: string, changes: Partial<DetailRequest> = {}): DetailRequest => ({
  participantId,
  via: [],
  ...changes,
});
