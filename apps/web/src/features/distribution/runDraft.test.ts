import type { Distribution } from '@carrara/contract/distributionRecord';
import type { ParticipantDetail } from '@carrara/contract/distributionRun';
import { describe, expect, it } from 'vitest';
import { draftsOf, sourceToSend, withGiven } from './runDraft.ts';

const row = (id: string, part: Partial<ParticipantDetail> = {}): ParticipantDetail => ({
  participant: {
    id,
    participantId: id,
    type: 'Employee',
    name: id,
    code: null,
    businessTitle: null,
    status: 'Active',
    isForeign: false,
    isEscrowExempt: false,
    defaultEscrow: null,
  },
  via: [],
  effectiveAllocation: '10',
  originalAllocation: null,
  grossCarryDistributed: '100.00',
  tax: '30.00',
  escrow: '10.00',
  loanRepayment: '0.00',
  otherAdjustment: '0.00',
  netCarryDistributed: '60.00',
  taxOverridden: false,
  escrowOverridden: false,
  escrowPercent: '10',
  taxAllocations: [],
  memberDetails: [],
  ...part,
});
const stored = (details: ParticipantDetail[]) =>
  ({
    distributionSources: [
      {
        id: 's1',
        source: { id: 'fund', name: 'Fund I', code: null },
        type: 'Fund',
        allocationProfile: null,
        netDistributableAmount: '1000.00',
        taxCharacterizations: [],
        details,
      },
    ],
  }) as unknown as Distribution;

describe('the draft of a source', () => {
  it('keeps what was given and nothing that was computed', () => {
    const [draft] = draftsOf(stored([row('a'), row('b', { tax: '0.00', taxOverridden: true, loanRepayment: '5.00' })]));
    expect([...(draft?.given ?? [])]).toEqual([['b', { tax: '0.00', loanRepayment: '5.00' }]]);
  });

  it("takes the figures of an entity's members, not their sum", () => {
    const member = row('m', { via: ['e'], escrow: '1.00', escrowOverridden: true });
    const [draft] = draftsOf(stored([row('e', { escrow: '1.00', escrowOverridden: true, memberDetails: [member] })]));
    expect([...(draft?.given ?? [])]).toEqual([['e/m', { escrow: '1.00' }]]);
  });

  it('sends a member with the entities on the way to it, and forgets a cleared cell', () => {
    const [draft] = draftsOf(stored([row('a')]));
    if (!draft) throw new Error('no source');
    const typed = withGiven(draft, [
      { key: 'e/m', field: 'loanRepayment', value: '12.50' },
      { key: 'a', field: 'tax', value: '0' },
    ]);
    const cleared = withGiven(typed, [{ key: 'a', field: 'tax', value: null }]);
    expect(sourceToSend(cleared).details).toEqual([{ participantId: 'm', via: ['e'], loanRepayment: '12.50' }]);
  });
});
