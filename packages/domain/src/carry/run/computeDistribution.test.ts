import { describe, expect, it } from 'vitest';
import {
  distribute,
  type Example,
  entity,
  exampleInput,
  flatTax,
  person,
  refusals,
  source,
} from './example.fixture.ts';
import { computeDistribution, computeDraft } from './index.ts';

const gainTax = {
  id: 'federal',
  subjectToCharacterization: true,
  rates: [
    { characterizationId: 'gain', rate: '20' },
    { characterizationId: 'interest', rate: '37' },
  ],
};

describe('a distribution', () => {
  it('allocates the amount by effective percentages to the cent', () => {
    const { sources, totals } = distribute({
      sources: [
        source('F', '100.00', [
          ['a', '33.3333'],
          ['b', '33.3333'],
          ['c', '33.3334'],
        ]),
      ],
      participants: ['a', 'b', 'c'].map(person),
    });
    expect(sources[0]!.details.map(({ gross }) => gross)).toEqual(['33.33', '33.33', '33.34']);
    expect(totals).toMatchObject({ gross: '100.00', adjustments: '0.00', net: '100.00', numberOfParticipants: 3 });
  });

  it('pays the whole amount if the effective percentages total 100 to the fourth decimal', () => {
    const participants = [person('a'), person('b')];
    const allocations = [
      ['a', '49.99998'],
      ['b', '49.99998'],
    ] as const;
    expect(distribute({ sources: [source('F', '1000000.00', allocations)], participants }).sources[0]).toMatchObject({
      gross: '1000000.00',
      unallocated: '0.00',
    });
  });

  it('shows the unallocated rest of an amount', () => {
    const { sources, warnings, totals } = distribute({
      sources: [
        source('F', '1000.01', [
          ['a', '60'],
          ['b', '30.5'],
        ]),
      ],
      participants: [person('a'), person('b')],
    });
    expect(sources[0]).toMatchObject({ gross: '905.01', unallocated: '95.00' });
    expect(totals.unallocated).toBe('95.00');
    expect(warnings.map(({ code, path }) => [code, path])).toEqual([['UNALLOCATED', ['sources', 0]]]);
  });

  it('taxes by characterization or at one rate, and applies each tax once', () => {
    const { sources } = distribute({
      sources: [
        {
          ...source('F', '1000.00', [['a', '100']]),
          characterizations: [
            { id: 'gain', percent: '75' },
            { id: 'interest', percent: '25' },
            { id: 'capital', percent: '0' },
          ],
          taxProfiles: [gainTax, flatTax('local', '1.005')],
        },
      ],
      participants: [{ ...person('a'), taxProfiles: [gainTax, { ...flatTax('old', '50'), isInactive: true }] }],
      taxProfiles: [flatTax('local', '1.005')],
    });
    expect(sources[0]!.details[0]).toMatchObject({
      tax: '252.55',
      net: '747.45',
      taxAllocations: [
        { taxProfileId: 'federal', characterizationId: 'gain', percent: '15', amount: '150.00' },
        { taxProfileId: 'federal', characterizationId: 'interest', percent: '9.25', amount: '92.50' },
        { taxProfileId: 'local', percent: '1.005', amount: '10.05' },
      ],
    });
  });

  it("agrees with a deal memo's federal tax: 1.6 million at 37 % and 2.4 million at 20 %", () => {
    const { totals } = distribute({
      sources: [
        {
          ...source('deal', '4000000.00', [['gp', '100']]),
          characterizations: [
            { id: 'interest', percent: '40' },
            { id: 'gain', percent: '60' },
          ],
        },
      ],
      participants: [{ ...person('gp'), taxProfiles: [gainTax] }],
    });
    expect(totals.tax).toBe('1072000.00');
  });

  it('applies a tax that several participants share', () => {
    const local = flatTax('local', '10');
    const participants = [
      { ...person('a'), taxProfiles: [local] },
      { ...person('b'), taxProfiles: [local] },
    ];
    const input = exampleInput({
      sources: [
        source('F', '10.00', [
          ['a', '50'],
          ['b', '50'],
        ]),
      ],
      participants,
    });
    const shared = input.participants[0]!.taxProfiles!;
    const people = input.participants.map((each) => ({ ...each, taxProfiles: shared }));
    const { totals } = computeDistribution({ ...input, participants: people })._unsafeUnwrap();
    expect(totals.tax.toString()).toBe('1');
  });

  it('uses the active rate of a tax that also has an inactive one', () => {
    const rates = [
      { characterizationId: 'gain', rate: '99', isInactive: true },
      { characterizationId: 'gain', rate: '20' },
    ];
    const { totals } = distribute({
      sources: [{ ...source('F', '100.00', [['a', '100']]), characterizations: [{ id: 'gain', percent: '100' }] }],
      participants: [{ ...person('a'), taxProfiles: [{ ...gainTax, rates }] }],
    });
    expect(totals.tax).toBe('20.00');
  });

  it('warns and withholds no tax if a source lacks the characterizations that a tax needs', () => {
    const { totals, warnings } = distribute({
      sources: [source('F', '100.00', [['a', '100']])],
      participants: [{ ...person('a'), taxProfiles: [gainTax] }],
    });
    expect(totals.tax).toBe('0.00');
    expect(warnings.map(({ code }) => code)).toEqual(['CHARACTERIZATION_MISSING']);
  });

  it('withholds escrow, rounding half a cent up [U-C-113 U-C-164]', () => {
    const { sources } = distribute({
      defaultEscrow: '10',
      sources: [source('F', '0.05', [['a', '100']])],
      participants: [person('a')],
    });
    expect(sources[0]!.details[0]).toMatchObject({ escrow: '0.01', escrowPercent: '10', net: '0.04' });
  });

  it('warns of a terminated participant who is not fully vested, and pays the full allocation', () => {
    const terminated = { ...person('a'), status: 'terminated' as const };
    const { totals, warnings } = distribute({
      sources: [
        source('F', '100.00', [
          ['a', '40'],
          ['c', '30'],
          ['d', '30'],
        ]),
      ],
      participants: [
        { ...terminated, isPartlyVested: true },
        { ...terminated, id: 'b', isPartlyVested: true },
        { ...person('c'), isPartlyVested: true },
        { ...terminated, id: 'd', isPartlyVested: false },
      ],
    });
    expect(totals.gross).toBe('100.00');
    expect(warnings.map(({ code, path }) => [code, path])).toEqual([
      ['TERMINATED_NOT_FULLY_VESTED', ['participants', 0]],
    ]);
  });

  it('computes zero amounts from empty input', () => {
    const { sources, totals } = distribute({
      sources: [source('F', '0', [['a', '100']]), source('G', '12.00', [])],
      participants: [person('a')],
    });
    expect(sources.map(({ gross, unallocated }) => [gross, unallocated])).toEqual([
      ['0.00', '0.00'],
      ['0.00', '12.00'],
    ]);
    expect(totals.numberOfParticipants).toBe(0);
  });

  it('is exact where doubles are not', () => {
    const { totals } = distribute({
      defaultEscrow: '0.0000000001',
      sources: [
        source('F', '99999999999999999999.99', [['a', '100']]),
        source('G', '90071992547409.93', [['a', '100']]),
      ],
      participants: [{ ...person('a'), taxProfiles: [flatTax('t', '33.3333333333')] }],
    });
    expect(totals.gross).toBe('100000090071992547409.92');
    expect(totals.tax).toBe('33333363357297515773.29');
    expect(totals.escrow).toBe('100000090.07');
  });
});

describe('entities', () => {
  const participants: Example['participants'] = [
    person('a'),
    { ...person('b'), status: 'terminated' as const },
    person('c'),
    entity('inner', [
      ['b', '50'],
      ['c', '50'],
    ]),
    entity('outer', [
      ['a', '33.3333'],
      ['inner', '66.6667'],
    ]),
  ];

  it('pass their amount on to their members, whose sum it is', () => {
    const {
      sources,
      participants: people,
      entities,
    } = distribute({
      defaultEscrow: '10',
      defaultTerminatedEscrow: '25',
      sources: [
        source('F', '100.01', [
          ['outer', '80'],
          ['b', '20'],
        ]),
      ],
      participants: participants.map((participant) =>
        participant.id === 'a' ? { ...participant, taxProfiles: [flatTax('t', '10')] } : participant,
      ),
    });
    const [outer] = sources[0]!.details;
    expect(outer).toMatchObject({ gross: '80.01', tax: '2.67', net: '65.33', effective: '80' });
    expect(outer!.taxAllocations).toEqual([{ taxProfileId: 't', percent: '10', amount: '2.67' }]);
    expect(outer!.members!.map(({ participantId, gross, effective }) => [participantId, effective, gross])).toEqual([
      ['a', '33.3333', '26.67'],
      ['inner', '66.6667', '53.34'],
    ]);
    expect(outer!.members![1]!.members!.map(({ gross, escrow }) => [gross, escrow])).toEqual([
      ['26.67', '6.67'],
      ['26.67', '2.67'],
    ]);
    // b has a direct row and one through the entities. Its total includes both.
    expect(people.map(({ id, gross }) => [id, gross])).toEqual([
      ['a', '26.67'],
      ['b', '46.67'],
      ['c', '26.67'],
    ]);
    expect(entities.map(({ id, gross }) => [id, gross])).toEqual([
      ['inner', '53.34'],
      ['outer', '80.01'],
    ]);
    expect(sources[0]!.numberOfParticipants).toBe(3);
  });

  it('sum the same tax of several members', () => {
    const taxed = participants.map((participant) =>
      'members' in participant ? participant : { ...participant, taxProfiles: [flatTax('t', '10')] },
    );
    const { sources } = distribute({ sources: [source('F', '90.00', [['outer', '100']])], participants: taxed });
    expect(sources[0]!.details[0]!.taxAllocations).toEqual([{ taxProfileId: 't', percent: '10', amount: '9.00' }]);
  });

  it('exempt the participants below them from escrow, or set their escrow', () => {
    const escrows = (terms: object, own: object = {}) =>
      distribute({
        defaultEscrow: '10',
        sources: [source('F', '100.00', [['outer', '100']])],
        participants: participants.map((participant) => {
          const changes: Record<string, object> = { inner: terms, c: own };
          return { ...participant, ...changes[participant.id] };
        }),
      })
        .participants.filter(({ id }) => id === 'c')
        .map(({ escrow }) => escrow);
    expect(escrows({})).toEqual(['3.33']);
    expect(escrows({ isEscrowExempt: true })).toEqual(['0.00']);
    expect(escrows({ defaultEscrow: '50' })).toEqual(['16.67']);
    expect(escrows({ defaultEscrow: '50' }, { defaultEscrow: '1' })).toEqual(['0.33']);
    expect(escrows({ defaultEscrow: '0' }, { defaultEscrow: '0' })).toEqual(['3.33']);
  });
});

describe("a source's own escrow percentage", () => {
  it('applies to that source alone, for all its participants', () => {
    const shares: readonly [string, string][] = [['a', '100']];
    const { sources, participants } = distribute({
      defaultEscrow: '10',
      sources: [
        source('F', '100.00', shares),
        { ...source('G', '100.00', shares), defaultEscrow: '15' },
        { ...source('H', '100.00', shares), defaultEscrow: '0' },
        source('I', '100.00', shares),
      ],
      participants: [person('a')],
    });
    expect(sources.map(({ details }) => details[0]?.escrow)).toEqual(['10.00', '15.00', '0.00', '10.00']);
    expect(participants[0]?.escrow).toBe('35.00');
  });

  it('is a percentage', () => {
    const sources = [{ ...source('F', '1.00', [['a', '100']]), defaultEscrow: '100.1' }];
    expect(refusals({ sources, participants: [person('a')] })).toEqual(['PERCENT_RANGE sources.0.defaultEscrow']);
    const { failures } = computeDraft(exampleInput({ sources, participants: [person('a')] }));
    expect(failures.map(({ detail }) => detail)).toEqual(['the escrow % of source F must be between 0 and 100.']);
  });
});

describe('overrides', () => {
  const sources = [
    source('F', '1000.00', [
      ['a', '40'],
      ['firm', '60'],
    ]),
  ];
  const taxed = { taxProfiles: [flatTax('t', '30'), flatTax('u', '10')] };
  const participants: Example['participants'] = [
    { ...person('a'), ...taxed },
    { ...person('b'), ...taxed },
    person('c'),
    entity('firm', [
      ['b', '66.6667'],
      ['c', '33.3333'],
    ]),
  ];
  const distributeWith = (adjustment: object) =>
    distribute({
      defaultEscrow: '10',
      sources,
      participants,
      adjustments: [{ sourceId: 'F', participantId: 'a', ...adjustment }],
    });

  it('are deducted from the gross [U-C-112]', () => {
    expect(distributeWith({ loanRepayment: '12.5', otherAdjustment: '-2' }).sources[0]!.details[0]).toMatchObject({
      loanRepayment: '12.50',
      otherAdjustment: '-2.00',
      tax: '160.00',
      escrow: '40.00',
      net: '189.50',
    });
  });

  it('replace tax and escrow, even with 0, and are marked [U-C-112]', () => {
    expect(distributeWith({ tax: '0', escrow: '0' }).sources[0]!.details[0]).toMatchObject({
      tax: '0.00',
      escrow: '0.00',
      net: '400.00',
      taxOverridden: true,
      escrowOverridden: true,
      taxAllocations: [{ amount: '0.00' }, { amount: '0.00' }],
    });
    const escrowOnly = distributeWith({ escrow: '1' }).sources[0]!.details[0]!;
    expect(escrowOnly).toMatchObject({ escrow: '1.00', tax: '160.00' });
    expect(escrowOnly.taxOverridden).toBeUndefined();
  });

  it('split an overridden tax over its rows in proportion', () => {
    const rows = distributeWith({ tax: '100.01' }).sources[0]!.details[0]!.taxAllocations;
    expect(rows.map(({ amount, percent }) => [amount, percent])).toEqual([
      ['75.01', '30'],
      ['25.00', '10'],
    ]);
  });

  it('get a row of their own if there are no weights to split by', () => {
    const { details } = distributeWith({ participantId: 'c', via: ['firm'], tax: '5' }).sources[0]!;
    expect(details[1]!.members![1]!.taxAllocations).toEqual([
      { taxProfileId: 'override', percent: '0', amount: '5.00' },
    ]);
  });

  it('for an entity are split over its members by gross', () => {
    const { details } = distributeWith({ participantId: 'firm', loanRepayment: '100', tax: '30', escrow: '9' })
      .sources[0]!;
    expect(details[1]!.members!.map(({ loanRepayment, tax, escrow }) => [loanRepayment, tax, escrow])).toEqual([
      ['66.67', '20.00', '6.00'],
      ['33.33', '10.00', '3.00'],
    ]);
    expect(details[1]).toMatchObject({ taxOverridden: true, escrowOverridden: true, net: '461.00' });
  });

  it('add up if entered for an entity and a member', () => {
    const { sources: computed } = distribute({
      sources,
      participants,
      adjustments: [
        { sourceId: 'F', participantId: 'firm', loanRepayment: '3' },
        { sourceId: 'F', participantId: 'c', via: ['firm'], loanRepayment: '10' },
      ],
    });
    expect(computed[0]!.details[1]!.members!.map(({ loanRepayment }) => loanRepayment)).toEqual(['2.00', '11.00']);
  });

  it('find the only path to a participant by themselves', () => {
    const { details } = distributeWith({ participantId: 'c', escrow: '7' }).sources[0]!;
    expect(details[1]!.members![1]!.escrow).toBe('7.00');
  });

  it('are not applied to a participant without a row, which is reported', () => {
    for (const adjustment of [
      { participantId: 'x' },
      { participantId: 'c', via: [] },
      { participantId: 'c', via: ['a'] },
    ]) {
      const { warnings, totals } = distributeWith({ ...adjustment, loanRepayment: '1' });
      expect(warnings.map(({ code, path }) => [code, path])).toEqual([['ADJUSTMENT_WITHOUT_ROW', ['adjustments', 0]]]);
      expect(totals.loanRepayment).toBe('0.00');
    }
  });

  it('can lower a net below zero, which is reported', () => {
    const { warnings } = distributeWith({ participantId: 'firm', loanRepayment: '1000' });
    expect(warnings.map(({ code, path }) => [code, path])).toEqual([
      ['NET_BELOW_ZERO', ['sources', 0, 'details', 1]],
      ['NET_BELOW_ZERO', ['sources', 0, 'details', 1]],
    ]);
  });
});
