import { describe, expect, it } from 'vitest';
import { decimal } from '../../kernel/index.ts';
import { entity, exampleInput, flatTax, person, refusals, refusalTexts, source } from './example.fixture.ts';
import { computeDistribution, computeDistributionAt, computeDraft, saveRefusals, submitRefusals } from './index.ts';

const gainTax = { id: 'federal', subjectToCharacterization: true, rates: [{ characterizationId: 'gain', rate: '20' }] };
const a = person('a');
const whole = source('F', '100.00', [['a', '100']]);

describe('a distribution is refused, with every reason', () => {
  it('for invalid amounts and percentages', () => {
    expect(
      refusals({
        defaultEscrow: '100.1',
        defaultTerminatedEscrow: '-1',
        sources: [
          source('F', '-0.01', [
            ['a', '-5'],
            ['b', '0.00000000001'],
          ]),
          source('G', '0.001', [
            ['a', '60'],
            ['b', '40.0001'],
          ]),
          source('H', '1', [
            ['a', '1000000'],
            ['b', '0'],
          ]),
        ],
        participants: [
          { ...a, defaultEscrow: '101', taxProfiles: [flatTax('t', '100.0000000001')] },
          { ...person('b'), taxProfiles: [{ ...gainTax, rates: [{ characterizationId: 'gain', rate: '-1' }] }] },
        ],
        adjustments: [
          { sourceId: 'H', participantId: 'a', loanRepayment: '0.001', escrow: '1.001' },
          { sourceId: 'X', participantId: 'a' },
        ],
      }),
    ).toEqual([
      'PERCENT_RANGE defaultEscrow',
      'PERCENT_RANGE defaultTerminatedEscrow',
      'PERCENT_RANGE participants.0.defaultEscrow',
      'PERCENT_RANGE participants.0.taxProfiles.0.rate',
      'PERCENT_RANGE participants.1.taxProfiles.0.rates.0.rate',
      'SOURCE_UNKNOWN adjustments.1.sourceId',
      'NEGATIVE_AMOUNT sources.0.netDistributableAmount',
      'PERCENT_RANGE sources.0.allocations.0.effective',
      'PERCENT_SCALE sources.0.allocations.1.effective',
      'MONEY_SCALE sources.1.netDistributableAmount',
      'OVER_ALLOCATED sources.1.allocations',
      'OVER_ALLOCATED sources.2.allocations',
      'MONEY_SCALE adjustments.0.loanRepayment',
      'MONEY_SCALE adjustments.0.escrow',
    ]);
  });

  it('for duplicate or missing records', () => {
    expect(
      refusals({
        sources: [
          source('F', '1', [
            ['a', '50'],
            ['a', '50'],
          ]),
          source('F', '1', [['x', '100']]),
        ],
        participants: [
          a,
          a,
          entity('e', [
            ['a', '50'],
            ['a', '50'],
          ]),
        ],
      }),
    ).toEqual([
      'SOURCE_DUPLICATE sources.1.id',
      'PARTICIPANT_DUPLICATE participants.1.id',
      'SHARE_DUPLICATE participants.2.members.1.participantId',
      'SHARE_DUPLICATE sources.0.allocations.1.participantId',
      'PARTICIPANT_UNKNOWN sources.1.allocations.0.participantId',
    ]);
  });

  it('for characterizations that do not total 100', () => {
    const characterizations = [
      { id: 'gain', percent: '50' },
      { id: 'gain', percent: '49.9999999999' },
      { id: 'loss', percent: '-1' },
    ];
    expect(refusals({ sources: [{ ...whole, characterizations }], participants: [a] })).toEqual([
      'PERCENT_RANGE sources.0.characterizations.2.percent',
      'CHARACTERIZATION_DUPLICATE sources.0.characterizations.1.id',
      'CHARACTERIZATION_NOT_100 sources.0.characterizations',
    ]);
  });

  it('for a tax without a rate, naming profile and characterization', () => {
    const { failures } = computeDraft(
      exampleInput({
        sources: [{ ...whole, characterizations: [{ id: 'interest', percent: '100' }] }],
        participants: [{ ...a, taxProfiles: [gainTax, { id: 'none', subjectToCharacterization: false }] }],
        taxProfiles: [{ id: 'empty', subjectToCharacterization: true }],
      }),
    );
    expect(failures.map(({ code, path, detail }) => [code, path.join('.'), detail])).toEqual([
      [
        'TAX_RATE_MISSING',
        'sources.0.characterizations',
        'tax profile federal has no active rate for characterization interest, but source F needs one',
      ],
      [
        'TAX_RATE_MISSING',
        'sources.0.characterizations',
        'tax profile none has no active rate, but source F needs one',
      ],
      [
        'TAX_RATE_MISSING',
        'sources.0.characterizations',
        'tax profile empty has no active rate for characterization interest, but source F needs one',
      ],
    ]);
  });

  it('for a contradictory tax', () => {
    const rate = { characterizationId: 'gain', rate: '20' };
    expect(
      refusals({
        sources: [{ ...whole, taxProfiles: [flatTax('t', '10')] }],
        participants: [{ ...a, taxProfiles: [flatTax('t', '9'), { ...gainTax, rates: [rate, rate] }] }],
        taxProfiles: [flatTax('t', '9.0')],
      }),
    ).toEqual([
      'TAX_RATE_DUPLICATE participants.0.taxProfiles.1.rates.1',
      'TAX_PROFILE_CONFLICT sources.0.taxProfiles.0',
    ]);
  });

  it('for entities that cannot pass money on', () => {
    expect(
      refusals({
        sources: [source('F', '1', [['top', '100']])],
        participants: [
          a,
          entity('none', []),
          entity('short', [['a', '99.9999']]),
          entity('unknown', [['x', '100']]),
          entity('self', [['self', '100']]),
          entity('ring', [
            ['a', '50'],
            ['round', '50'],
          ]),
          entity('round', [['ring', '100']]),
          entity('top', [['ring', '100']]),
        ],
      }),
    ).toEqual([
      'ENTITY_WITHOUT_MEMBERS participants.1.members',
      'MEMBERS_NOT_100 participants.2.members',
      'PARTICIPANT_UNKNOWN participants.3.members.0.participantId',
      'ENTITY_CYCLE participants.4.members',
      'ENTITY_CYCLE participants.5.members',
    ]);
  });

  it('for circular entities, naming those in the circle and not those that lead to it', () => {
    const failures = computeDistribution(
      exampleInput({
        sources: [source('F', '1', [['outside', '100']])],
        participants: [
          entity('outside', [['first', '100']]),
          entity('other', [['second', '100']]),
          entity('first', [['second', '100']]),
          entity('second', [['third', '100']]),
          entity('third', [['second', '100']]),
        ],
      }),
    )._unsafeUnwrapErr();
    expect(failures.map(({ code, path, detail }) => [code, path, detail])).toEqual([
      ['ENTITY_CYCLE', ['participants', 3, 'members'], 'entities own each other in a circle: second > third > second'],
    ]);
  });

  it('for entities nested without end', () => {
    const chain = Array.from({ length: 53 }, (_, i) => entity(`e${i}`, [[i === 0 ? 'a' : `e${i - 1}`, '100']]));
    const participants = [a, ...chain];
    expect(
      refusals({ sources: [source('F', '1', [['e49', '100']]), source('G', '1', [['e52', '100']])], participants }),
    ).toEqual(['ENTITY_TOO_DEEP participants.51.members']);
  });

  it('for more rows than the limit', () => {
    const ladder = Array.from({ length: 22 }, (_, i) => {
      const below = i === 0 ? ['a', 'b'] : [`x${i - 1}`, `y${i - 1}`];
      const members = below.map((id): readonly [string, string] => [id, '50']);
      return [entity(`x${i}`, members), entity(`y${i}`, members)];
    }).flat();
    const sources = [
      source('F', '1', [
        ['x21', '50'],
        ['y21', '50'],
      ]),
      source('G', '1', [['a', '100']]),
    ];
    expect(refusals({ sources, participants: [a, person('b'), ...ladder] })).toEqual([
      'TOO_MANY_ROWS sources.0.allocations.0',
    ]);
  });

  it('for overrides that cannot be assigned', () => {
    const participants = [
      a,
      person('b'),
      entity('e', [['a', '100']]),
      entity('f', [
        ['a', '50'],
        ['b', '50'],
      ]),
    ];
    const sources = [
      source('F', '100', [
        ['e', '50'],
        ['f', '50'],
        ['b', '0'],
      ]),
      source('G', '0', [['f', '100']]),
    ];
    const adjust = (sourceId: string, participantId: string, rest: object) => ({ sourceId, participantId, ...rest });
    expect(
      refusals({
        sources,
        participants,
        adjustments: [
          adjust('F', 'a', { tax: '1' }),
          adjust('F', 'b', { tax: '1' }),
          adjust('F', 'b', { via: [], tax: '1' }),
          adjust('F', 'f', { tax: '1' }),
          adjust('F', 'b', { via: ['f'], tax: '1', escrow: '2' }),
          adjust('G', 'f', { loanRepayment: '1' }),
        ],
      }),
    ).toEqual([
      'ADJUSTMENT_AMBIGUOUS adjustments.0',
      'ADJUSTMENT_DUPLICATE adjustments.2',
      'ADJUSTMENT_CONFLICT adjustments.4',
      'ADJUSTMENT_NOT_SPLITTABLE adjustments.5',
    ]);
    const escrows = [adjust('F', 'f', { escrow: '1' }), adjust('F', 'b', { via: ['f'], escrow: '1' })];
    expect(refusals({ sources, participants, adjustments: escrows })).toEqual(['ADJUSTMENT_CONFLICT adjustments.1']);
    expect(
      refusalTexts(
        computeDraft(exampleInput({ sources, participants, adjustments: [adjust('G', 'f', { tax: '0' })] })).failures,
      ),
    ).toEqual([]);
  });

  it('while the valid sources of a draft are computed', () => {
    const sources = [source('F', '1', [['a', '101']]), source('G', '2.00', [['a', '100']])];
    const { failures, result } = computeDraft(exampleInput({ sources, participants: [a] }));
    expect(refusalTexts(failures)).toEqual(['OVER_ALLOCATED sources.0.allocations']);
    expect(result.sources.map(({ id, gross }) => [id, gross.toString()])).toEqual([['G', '2']]);
  });
});

describe('saving', () => {
  it('is refused without a source or participant, or with wrong characterizations [U-C-108 U-C-109]', () => {
    expect(refusalTexts(saveRefusals(exampleInput({ sources: [], participants: [] })))).toEqual([
      'NO_SOURCE sources',
      'NO_PARTICIPANT participants',
    ]);
    const sources = [
      { ...whole, characterizations: [{ id: 'gain', percent: '99' }] },
      source('G', '1', [['a', '200']]),
    ];
    expect(refusalTexts(saveRefusals(exampleInput({ sources, participants: [a] })))).toEqual([
      'CHARACTERIZATION_NOT_100 sources.0.characterizations',
    ]);
  });
});

describe('submitting', () => {
  const facts = { approverIds: ['boss'], mismatches: [] };

  it('is refused with all reasons at once', () => {
    const input = exampleInput({
      defaultEscrow: '10',
      sources: [
        { ...whole, characterizations: [{ id: 'gain', percent: '99' }] },
        source('G', '1', [['a', '90']]),
        source('H', '1', [['a', '101']]),
      ],
      participants: [{ ...a, taxProfiles: [gainTax] }, entity('e', [['a', '100']])],
      adjustments: [{ sourceId: 'G', participantId: 'a', loanRepayment: '100' }],
    });
    const mismatches = [1, 2].map((at) => ({ source: at, entityId: 'e' }));
    expect(refusalTexts(submitRefusals(input, { approverIds: [], mismatches }))).toEqual([
      'CHARACTERIZATION_NOT_100 sources.0.characterizations',
      'OVER_ALLOCATED sources.2.allocations',
      'UNALLOCATED_NOT_ACKNOWLEDGED sources.1',
      'CHARACTERIZATION_MISSING sources.1',
      'NET_BELOW_ZERO sources.1.details.0',
      'MEMBER_MISMATCH sources.1.entities.e',
      'MEMBER_MISMATCH sources.2.entities.e',
      'NO_APPROVERS approvers',
    ]);
  });

  it('names the checkbox that accepts an unallocated rest', () => {
    const input = exampleInput({ sources: [source('F', '1.00', [['a', '90']])], participants: [a] });
    expect(submitRefusals(input, facts).map(({ detail }) => detail)).toEqual([
      '0.10 of source F is unallocated, because its allocations total less than 100%. Correct them, or confirm in the editor that this amount goes to nobody.',
    ]);
  });

  it('is possible if nothing blocks it, with an acknowledged rest too', () => {
    const input = exampleInput({
      sources: [source('F', '1.00', [['a', '90']])],
      participants: [a],
      unallocatedAcknowledged: true,
    });
    expect(submitRefusals(input, facts)).toEqual([]);
    expect(submitRefusals(input, facts, computeDraft(input))).toEqual([]);
  });
});

describe('an engine version', () => {
  it('is refused if it never existed', () => {
    const input = exampleInput({ sources: [whole], participants: [a] });
    expect(refusalTexts(computeDistributionAt('0', input)._unsafeUnwrapErr())).toEqual([
      'ENGINE_VERSION_UNKNOWN engineVersion',
    ]);
    expect(computeDistributionAt('1', input)._unsafeUnwrap().totals.net.eq(decimal(100))).toBe(true);
  });
});

it('an amount that is not a number is refused', () => {
  const input = exampleInput({ sources: [whole], participants: [a] });
  const broken = { ...input, sources: [{ ...input.sources[0]!, netDistributableAmount: decimal(1).div(0) }] };
  expect(refusalTexts(computeDraft(broken).failures)).toEqual(['NUMBER_FORMAT sources.0.netDistributableAmount']);
});
