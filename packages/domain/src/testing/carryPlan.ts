/**
 * A firm's plan and one distribution: participants, entities, taxes, profiles, sources and adjustments.
 *
 * Source: the rows of samples/carry-plan.xlsx that its distribution uses, in the order of its sheets.
 */

export const characterizationIds = ['longTerm', 'shortTerm', 'dividend', 'ordinary', 'returnOfCapital'] as const;

export const escrowDefaults = { defaultEscrow: '10', defaultTerminatedEscrow: '25' };

/** Rates in the order of the characterizations. */
export const taxRates: Readonly<Record<string, readonly string[]>> = {
  federal: ['20', '37', '20', '37', '0'],
  investment: ['3.8', '3.8', '3.8', '3.8', '0'],
  newYork: ['10.9', '10.9', '10.9', '10.9', '0'],
  california: ['13.3', '13.3', '13.3', '13.3', '0'],
  foreign: ['20', '37', '30', '30', '0'],
};

/** Id, taxes, and exceptions: terminated, exempt from escrow, own escrow percentage. */
export const people: readonly (readonly [string, string, { terminated?: true; exempt?: true; escrow?: string }?])[] = [
  ['E001', 'federal investment newYork'],
  ['E002', 'federal investment newYork'],
  ['E003', 'federal investment newYork'],
  ['E004', 'federal investment newYork', { escrow: '15' }],
  ['E005', 'federal investment newYork'],
  ['E009', 'federal investment newYork', { terminated: true }],
  ['E010', 'federal investment newYork'],
  ['E011', 'federal investment newYork'],
  ['E012', 'foreign'],
  ['E013', 'federal investment newYork'],
  ['E014', 'federal investment california'],
  ['E015', 'federal investment california'],
  ['E016', 'federal investment california', { terminated: true }],
  ['E018', 'federal investment newYork'],
  ['E019', 'federal investment newYork'],
  ['E020', 'foreign'],
  ['E021', 'federal investment california'],
  ['E022', 'federal investment newYork', { terminated: true }],
  ['E023', 'federal investment california'],
  ['E024', 'federal investment newYork'],
  ['E025', 'federal investment california'],
  ['E026', 'federal investment newYork', { escrow: '5' }],
  ['E028', 'foreign'],
  ['E029', 'federal investment california'],
  ['E030', 'federal investment newYork'],
  ['E031', 'federal investment california', { terminated: true }],
  ['E033', 'federal investment california'],
  ['E034', 'federal investment california', { terminated: true, exempt: true }],
  ['E035', 'federal investment california'],
  ['E036', 'federal investment newYork'],
  ['E038', 'federal investment california'],
  ['E039', 'federal investment newYork'],
  ['E040', 'federal investment california'],
  ['E041', 'federal investment california'],
  ['E043', 'federal investment california'],
  ['E044', 'federal investment california'],
  ['E045', 'federal investment california'],
  ['E046', 'federal investment california'],
  ['E047', 'federal investment newYork'],
  ['E048', 'federal investment california'],
  ['T001', 'federal investment'],
  ['T002', 'federal investment'],
  ['T003', 'federal investment'],
  ['T004', 'federal investment'],
];

export const entityMembers: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  N001: [
    ['E009', '40'],
    ['E016', '30'],
    ['E022', '20'],
    ['E031', '10'],
  ],
  N002: [
    ['E045', '33.3333'],
    ['E046', '33.3333'],
    ['E047', '13.3334'],
    ['E048', '10'],
    ['T001', '10'],
  ],
  N003: [
    ['T002', '50'],
    ['T003', '37.5'],
    ['N002', '12.5'],
  ],
};

/** By method: [id, predilute, fixed, discretionary], or [id, shares]. */
export const profiles: Readonly<
  Record<
    string,
    { percent: readonly (readonly (string | null)[])[] } | { shares: readonly (readonly [string, string])[] }
  >
> = {
  'ARP-I': {
    percent: [
      ['E004', '16.2791', null, null],
      ['E003', '20.9302', null, null],
      ['E002', '27.907', null, null],
      ['E001', '34.8837', null, null],
      ['E010', null, '0.25', '0.1'],
      ['E013', null, '0.5', null],
      ['E015', null, '0.75', null],
      ['E018', null, '1.25', '0.1'],
      ['E020', null, '0.25', null],
      ['E023', null, '0.5', null],
      ['E025', null, '0.75', '0.1'],
      ['E028', null, '1.25', null],
      ['E030', null, '0.25', null],
      ['E033', null, '0.5', '0.1'],
      ['E035', null, '0.75', null],
      ['E038', null, '1.25', null],
      ['E040', null, '0.25', '0.1'],
      ['E043', null, '0.5', null],
      ['E045', null, '0.75', null],
      ['E048', null, '1.25', '0.1'],
      ['N001', null, '4', null],
      ['T001', null, '2', '0.3333'],
    ],
  },
  'ARP-II': {
    percent: [
      ['E005', '9.4737', null, null],
      ['E004', '14.7368', null, null],
      ['E003', '18.9474', null, null],
      ['E002', '25.2632', null, null],
      ['E001', '31.5789', null, null],
      ['E011', null, '0.25', '0.1'],
      ['E014', null, '0.5', null],
      ['E016', null, '0.75', null],
      ['E019', null, '1.25', '0.1'],
      ['E021', null, '0.25', null],
      ['E024', null, '0.5', null],
      ['E026', null, '0.75', '0.1'],
      ['E029', null, '1.25', null],
      ['E031', null, '0.25', null],
      ['E034', null, '0.5', '0.1'],
      ['E036', null, '0.75', null],
      ['E039', null, '1.25', null],
      ['E041', null, '0.25', '0.1'],
      ['E044', null, '0.5', null],
      ['E046', null, '0.75', null],
      ['N001', null, '4', null],
      ['T001', null, '2', '0.3333'],
      ['T004', null, '3', '0.3333'],
    ],
  },
  'ARP-IV': {
    shares: [
      ['E001', '1000'],
      ['E002', '925.25'],
      ['E003', '850.5'],
      ['E004', '775.75'],
      ['T001', '700'],
      ['N003', '625.25'],
      ['E011', '112.5'],
      ['E013', '81.75'],
      ['E016', '153'],
      ['E018', '66.25'],
      ['E021', '151.5'],
      ['E023', '135.75'],
      ['E026', '125'],
      ['E028', '126.25'],
      ['E031', '41.5'],
      ['E033', '47.75'],
      ['E036', '85'],
      ['E038', '83.25'],
      ['E041', '76.5'],
      ['E043', '107.75'],
      ['E046', '49'],
      ['E048', '80.25'],
    ],
  },
  'CO-HEL': {
    percent: [
      ['E001', null, '35', null],
      ['E002', null, '25.5', null],
      ['E003', null, '19.5', null],
      ['N001', null, '12', null],
      ['T004', null, '8', null],
    ],
  },
  'MP04/ARP-I/1': {
    percent: [
      ['E001', '55', null, null],
      ['E002', '45', null, null],
      ['E012', null, '7.5', '0.25'],
      ['E025', null, '3', null],
      ['N002', null, '5.125', null],
    ],
  },
  'SW08/ARP-II/3': {
    percent: [
      ['E001', '55', null, null],
      ['E002', '45', null, null],
      ['E015', null, '7.5', '0.25'],
      ['E028', null, '3', null],
      ['N002', null, '5.125', null],
    ],
  },
};

/** Source, net distributable amount, percentages in the order of the characterizations. */
export const sources: readonly (readonly [string, string, readonly string[]])[] = [
  ['ARP-I', '18450333.37', ['92.5', '0', '2.5', '1.25', '3.75']],
  ['ARP-II', '26112870.01', ['71.3333', '12.6667', '4', '2', '10']],
  ['ARP-IV', '1000000.01', ['0', '88.125', '0', '11.875', '0']],
  ['CO-HEL', '3250000.00', ['100', '0', '0', '0', '0']],
  ['MP04/ARP-I/1', '777777.77', ['60', '10', '10', '10', '10']],
  ['SW08/ARP-II/3', '0.05', ['100', '0', '0', '0', '0']],
];

export const adjustments = [
  { sourceId: 'ARP-I', participantId: 'E002', loanRepayment: '12500' },
  { sourceId: 'ARP-II', participantId: 'E004', loanRepayment: '40000', otherAdjustment: '-1250.55' },
  { sourceId: 'ARP-II', participantId: 'E012', otherAdjustment: '310.1' },
] as const;
