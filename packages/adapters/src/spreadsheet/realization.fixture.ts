import type { RealizationRecord, RealizationSource } from '@carrara/contract/carry/run/realizationRecord';

/**
 * A small posted realization that reconciles: two sources, and an entity with a member who is also reached directly.
 * Used by the tests of its files.
 */
const id = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const person = (n: number, name: string, type: 'Employee' | 'Entity' = 'Employee', status = 'Active') => ({
  id: id(n),
  participantId: id(n),
  type,
  name,
  code: `E${String(n)}`,
  businessTitle: null,
  status,
  isForeign: false,
  isEscrowExempt: false,
  defaultEscrow: null,
});
const amelia = person(1, 'Amelia Hartmann');
const omar = person(2, 'Omar Iqbal', 'Employee', 'Terminated');
const holding = person(3, 'Birch Street Partners', 'Entity');

const source = (
  n: number,
  containerName: string,
  figures: Pick<RealizationSource, 'totalCarryForAll' | 'carryAccrued' | 'unallocated' | 'details'>,
): RealizationSource => ({
  realizationSourceId: id(100 + n),
  containerId: id(n),
  containerType: 'Fund Investment',
  containerName,
  holder: 'ARP-I',
  fund: { id: id(9), name: 'Fund I' },
  investmentName: containerName,
  vintageName: null,
  vintage: null,
  allocationProfile: { id: id(20), name: 'Fund I Allocation Profile', version: 2 },
  isProfileChosen: false,
  realizationDate: '2026-03-31',
  isDetermined: true,
  numberOfParticipants: 2,
  accountEntries: [
    {
      id: id(200 + n),
      participantId: id(1),
      participantName: 'Amelia Hartmann',
      entryDate: '2026-03-31',
      amount: '60.00',
    },
  ],
  investorBalances: [
    { participantId: id(1), name: 'Amelia Hartmann', before: '0.00', accrued: '60.00', paid: '0.00', after: '60.00' },
  ],
  problems: [],
  ...figures,
});

export const exampleRealization: RealizationRecord = {
  id: id(50),
  rowVersion: 3,
  createdDate: '2026-03-31T09:00:00Z',
  createdBy: 'Ac Countant',
  updatedDate: '2026-03-31T10:00:00Z',
  updatedBy: 'Ad Ministrator',
  name: 'Helios sale',
  description: 'The first half.',
  realizationDate: '2026-03-31',
  status: { code: 'POSTED', description: 'Posted' },
  currency: { id: id(80), code: 'USD', name: 'US dollar' },
  isDetermined: true,
  totalCarry: '150.00',
  totalAccrued: '145.00',
  unallocated: '5.00',
  unallocatedAcknowledged: true,
  numberOfSources: 2,
  numberOfParticipants: 2,
  engineVersion: '1',
  postedDate: '2026-03-31T10:00:00Z',
  postedBy: 'Ad Ministrator',
  reversalOf: null,
  reversedBy: null,
  ledgerAct: null,
  canEdit: false,
  actions: [],
  problems: [],
  warnings: [],
  sources: [
    source(10, 'Helios', {
      totalCarryForAll: '100.00',
      carryAccrued: '100.00',
      unallocated: '0.00',
      details: [
        { participant: amelia, via: [], effectiveAllocation: '60', carryAmount: '60.00', memberDetails: [] },
        {
          participant: holding,
          via: [],
          effectiveAllocation: '40',
          carryAmount: '40.00',
          memberDetails: [
            { participant: omar, via: [id(3)], effectiveAllocation: '100', carryAmount: '40.00', memberDetails: [] },
          ],
        },
      ],
    }),
    source(11, 'Meridian', {
      totalCarryForAll: '50.00',
      carryAccrued: '45.00',
      unallocated: '5.00',
      details: [{ participant: amelia, via: [], effectiveAllocation: '90', carryAmount: '45.00', memberDetails: [] }],
    }),
  ],
  participants: [
    { participant: amelia, via: [], carryAmount: '105.00', carryPercent: '70', memberParticipants: [] },
    {
      participant: holding,
      via: [],
      carryAmount: '40.00',
      carryPercent: '26.6667',
      memberParticipants: [
        { participant: omar, via: [id(3)], carryAmount: '40.00', carryPercent: '26.6667', memberParticipants: [] },
      ],
    },
  ],
};
