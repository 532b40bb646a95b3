import type { Distribution } from '@carrara/contract/carry/run/distributionRecord';
import type { ParticipantDetail } from '@carrara/contract/carry/run/distributionRun';

/**
 * A small distribution that reconciles: two sources, a nested entity, an overridden tax. Used by the tests of workbooks
 * and letters.
 */
const id = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const person = (n: number, name: string, type: 'Employee' | 'Trust' | 'Entity' = 'Employee') => ({
  id: id(n),
  participantId: id(n),
  type,
  name,
  code: `E${n}`,
  businessTitle: type === 'Employee' ? 'Managing Partner' : null,
  status: 'Active',
  isForeign: false,
  isEscrowExempt: false,
  defaultEscrow: null,
});
const tax = (name: string, percent: string, amount: string) => ({
  name,
  taxProfile: { id: id(90), name },
  taxProfileRate: null,
  taxAllocationPercent: percent,
  taxAllocationAmount: amount,
});

const amelia = person(1, 'Amelia Hartmann');
const omar = person(2, '=cmd|calc <script>');
const holding = person(3, 'Łukasz & Иван Holding', 'Entity');
const inner = person(4, 'Inner Partners', 'Entity');
const leaf = (
  participant: ReturnType<typeof person>,
  via: string[],
  effective: string,
  [gross, taxed, escrow, loan, other, net]: readonly [string, string, string, string, string, string],
): ParticipantDetail => ({
  participant,
  via,
  effectiveAllocation: effective,
  originalAllocation: null,
  grossCarryDistributed: gross,
  tax: taxed,
  escrow,
  loanRepayment: loan,
  otherAdjustment: other,
  netCarryDistributed: net,
  taxOverridden: false,
  escrowOverridden: false,
  escrowPercent: '10',
  taxAllocations: [tax('US federal: Long-term capital gain', '20', taxed)],
  memberDetails: [],
});
const entity = (
  participant: ReturnType<typeof person>,
  via: string[],
  effective: string,
  amounts: readonly [string, string, string, string, string, string],
  memberDetails: ParticipantDetail[],
): ParticipantDetail => ({
  ...leaf(participant, via, effective, amounts),
  escrowPercent: null,
  taxAllocations: [],
  memberDetails,
});

const source = (
  n: number,
  name: string,
  code: string,
  holder: string | null = null,
): Distribution['distributionSources'][number] => ({
  id: id(50 + n),
  source: {
    id: id(60 + n),
    name,
    code,
    fund: null,
    fundId: null,
    coinvestmentId: null,
    investmentId: null,
    holder,
  },
  type: 'Fund',
  allocationProfile: { id: id(70 + n), name: `${name} Allocation Profile`, version: 1 },
  defaultEscrow: n === 2 ? '15' : null,
  netDistributableAmount: '1000.00',
  totalDistributed: '1000.00',
  totalCarryAdjustment: '300.00',
  ...figures('1000.00', '200.00', '100.00', '12.50', '-12.50', '700.00'),
  unallocated: '0.00',
  numberOfParticipants: 2,
  numberOfEntries: 2,
  taxCharacterizations: [],
  isDetermined: true,
  typed: [],
  vestingApplied: [],
  rowsOmitted: false,
  details: [
    leaf(amelia, [], '60', ['600.00', '120.00', '60.00', '0.00', '0.00', '420.00']),
    entity(
      holding,
      [],
      '40',
      ['400.00', '80.00', '40.00', '12.50', '-12.50', '280.00'],
      [
        entity(
          inner,
          [holding.participantId],
          '25',
          ['100.00', '20.00', '10.00', '0.00', '0.00', '70.00'],
          [
            leaf(amelia, [holding.participantId, inner.participantId], '100', [
              '100.00',
              '20.00',
              '10.00',
              '0.00',
              '0.00',
              '70.00',
            ]),
          ],
        ),
        leaf(omar, [holding.participantId], '75', ['300.00', '60.00', '30.00', '12.50', '-12.50', '210.00']),
      ],
    ),
  ],
});
const figures = (gross: string, taxed: string, escrow: string, loan: string, other: string, net: string) => ({
  grossCarryDistributed: gross,
  tax: taxed,
  escrow,
  loanRepayment: loan,
  otherAdjustment: other,
  netCarryDistributed: net,
});

export const exampleDistribution: Distribution = {
  id: id(100),
  rowVersion: 3,
  createdDate: '2026-10-01T08:00:00Z',
  createdBy: 'Ana',
  updatedDate: '2026-10-01T08:00:00Z',
  updatedBy: 'Ana',
  name: 'Q3 2026 carry distribution',
  description: 'Of the quarter',
  distributionDate: '2026-09-30',
  status: { code: 'APP', description: 'Approved' },
  currency: { id: id(101), code: 'USD', description: 'US dollar' },
  totalCarryDistributed: '2000.00',
  numberOfParticipants: 2,
  numberOfEntries: 2,
  isDetermined: true,
  numberOfSources: 2,
  defaultEscrow: '10',
  defaultTerminatedEscrow: '25',
  investorBalanceBased: false,
  unallocatedAcknowledged: false,
  engineVersion: '1',
  reversalOf: null,
  reversedBy: null,
  canEdit: false,
  actions: [],
  approvals: [
    {
      id: id(102),
      approver: { id: id(103), name: 'Bea Approver' },
      decidedBy: { id: id(104), name: 'Cem Substitute' },
      isPayee: false,
      approvalDecision: 'APP',
      approvalComments: '+checked',
      decidedDate: '2026-10-02T09:30:00Z',
      refusal: null,
      isRequested: false,
      reason: null,
      substitute: null,
    },
  ],
  approvalRule: null,
  earlierApprovals: [],
  acknowledgments: [],
  previous: null,
  distributionSources: [
    source(1, 'Alder Ridge Partners Fund I, L.P.', 'ARP-I'),
    source(2, "Fund II's, L.P.", "ARP'II/x", 'ARP-I'),
  ],
  distributionParticipants: [
    {
      participant: amelia,
      via: [],
      effectiveAllocation: null,
      ...figures('1200.00', '240.00', '120.00', '0.00', '0.00', '840.00'),
      memberParticipants: [],
    },
    {
      participant: holding,
      via: [],
      effectiveAllocation: null,
      ...figures('800.00', '160.00', '80.00', '25.00', '-25.00', '560.00'),
      memberParticipants: [
        {
          participant: omar,
          via: [holding.id],
          effectiveAllocation: null,
          ...figures('600.00', '120.00', '60.00', '25.00', '-25.00', '420.00'),
          memberParticipants: [],
        },
        {
          participant: inner,
          via: [holding.participantId],
          effectiveAllocation: null,
          ...figures('200.00', '40.00', '20.00', '0.00', '0.00', '140.00'),
          memberParticipants: [
            {
              participant: amelia,
              via: [holding.participantId, inner.participantId],
              effectiveAllocation: null,
              ...figures('200.00', '40.00', '20.00', '0.00', '0.00', '140.00'),
              memberParticipants: [],
            },
          ],
        },
      ],
    },
  ],
  reconciliation: {
    netDistributableAmount: '2000.00',
    unallocated: '0.00',
    ...figures('2000.00', '400.00', '200.00', '25.00', '-25.00', '1400.00'),
    totalCarryAdjustment: '600.00',
    difference: '0.00',
    determined: null,
  },
  warnings: [],
  problems: [],
};
