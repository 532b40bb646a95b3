import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calculate, calculators } from './calculate.ts';
import { calculateText } from './calculateText.ts';
import { defineCalculator } from './defineCalculator.ts';
import { caseCount } from '../testing/index.ts';

const named = (name: string) => calculators.find((calculator) => calculator.name === name)!;
const output = (name: string, input: unknown) => calculate(named(name), input).output;
const codes = (name: string, input: unknown) => {
  const { kind, output: answer } = calculate(named(name), input);
  return [kind, ...('errors' in answer ? (answer.errors as readonly { code: string }[]).map(({ code }) => code) : [])];
};

describe('calculators', () => {
  it('have unique names', () => {
    expect(new Set(calculators.map(({ name }) => name)).size).toBe(calculators.length);
  });

  it.each(calculators.map((calculator) => [calculator.name, calculator] as const))(
    '%s runs its own example',
    (_, calculator) => {
      const { kind, output: answer } = calculate(calculator, calculator.example);
      expect(kind).toBe('result');
      expect(answer).not.toHaveProperty('warnings');
    },
  );

  it.each(calculators.map((calculator) => [calculator.name, calculator] as const))(
    '%s explains figures without changing them',
    (_, calculator) => {
      const { explanations, ...result } = calculate(calculator, calculator.example, { explain: true }).output as Record<
        string,
        unknown
      >;
      expect(result).toEqual(calculate(calculator, calculator.example).output);
      expect(explanations).toEqual(
        expect.arrayContaining([expect.objectContaining({ formula: expect.any(String), inputs: expect.any(Array) })]),
      );
    },
  );
});

describe('shapes', () => {
  it('salary-earned: the amount is not determined while days of employment have no salary', () => {
    const salary = { effectiveDate: '2025-07-01', paidRate: '132000.00', currency: 'USD' };
    const input = { employment: [{ from: '2020-01-01', to: null }], to: '2025-12-31', salaries: [salary] };
    expect(output('salary-earned', { ...input, from: '2025-01-01' })).toMatchObject({
      earned: [{ amount: null, segments: [{ amount: '66542.47' }] }],
      daysWithoutSalary: 181,
    });
    expect(output('salary-earned', { ...input, from: '2025-07-01' })).toMatchObject({
      earned: [{ amount: '66542.47' }],
    });
  });

  it('allocate', () => {
    expect(output('allocate', { total: '0.34', weights: ['100', '1', '1'] })).toEqual({
      parts: ['0.34', '0.00', '0.00'],
    });
    expect(output('allocate', { total: '-0.05', weights: ['3', '7'] })).toEqual({ parts: ['-0.02', '-0.03'] });
    expect(output('allocate', { total: '1', weights: ['1', '2'], scale: 4 })).toEqual({ parts: ['0.3333', '0.6667'] });
  });

  it('allocation-profile', () => {
    expect(output('allocation-profile', named('allocation-profile').example)).toEqual({
      entries: [
        { id: 'A', effective: '15' },
        { id: 'B', effective: '20' },
        { id: 'C', effective: '39' },
        { id: 'D', effective: '26' },
      ],
      totals: { predilute: '100', fixed: '30', discretionary: '5', effective: '100', shares: '0' },
      unallocated: '0',
    });
  });

  it('allocation-profile marks an invalid entry and names the reasons that block the profile', () => {
    const entries = [
      { id: 'A', predilute: '5', fixed: '10' },
      { id: 'B', fixed: '101' },
    ];
    expect(output('allocation-profile', { method: 'percent', entries })).toMatchObject({
      entries: [{ effective: '0', error: 'PREDILUTE_WITH_OTHERS' }, { effective: '101' }],
      warnings: [{ code: 'PROFILE_ENTRY_ERROR' }, { code: 'OVER_ALLOCATED' }],
    });
  });

  it('reallocate', () => {
    expect(output('reallocate', named('reallocate').example)).toMatchObject({
      entries: [
        { id: 'A', fixed: '62.5', adjustment: '12.5', effective: '62.5' },
        { id: 'B', effective: '37.5' },
      ],
    });
  });

  it('vesting', () => {
    expect(output('vesting', named('vesting').example)).toEqual({ months: 13, vested: '50' });
    expect(output('vesting', { ...named('vesting').example, to: '2023-01-01' })).toMatchObject({ vested: '0' });
  });

  it('distribution', () => {
    expect(output('distribution', named('distribution').example)).toMatchObject({
      sources: [
        {
          id: 'fund',
          gross: '1000.00',
          unallocated: '0.00',
          details: [
            { gross: '600.00', tax: '120.00', escrow: '60.00', net: '370.00' },
            { escrow: '100.00', net: '300.00' },
          ],
        },
      ],
      participants: [
        { id: 'ann', net: '370.00' },
        { id: 'ben', net: '300.00' },
      ],
      entities: [],
      totals: { gross: '1000.00', adjustments: '330.00', net: '670.00' },
    });
  });

  it('irr notes multiple rates and a short span', () => {
    const flows = [
      ['2021-01-01', '-100'],
      ['2022-01-01', '230'],
      ['2023-01-01', '-132'],
    ].map(([date, amount]) => ({ date, amount }));
    expect(output('irr', { flows })).toMatchObject({
      irr: '0.1',
      multiple: true,
      roots: ['0.1', '0.2'],
      warnings: [{ code: 'MULTIPLE_RATES' }],
    });
    expect(
      output('irr', { flows: flows.slice(0, 2).map((flow, i) => ({ ...flow, date: `2021-0${i + 1}-01` })) }),
    ).toMatchObject({ warnings: [{ code: 'UNDER_ONE_YEAR' }] });
    expect(codes('irr', { flows: [] })).toEqual(['refused', 'NO_SIGN_CHANGE']);
  });

  it('pme says why there is no alpha', () => {
    expect(output('pme', { ...named('pme').example, nav: '0' })).toMatchObject({
      ksPme: '0',
      directAlpha: null,
      warnings: [{ code: 'NO_SIGN_CHANGE' }],
    });
  });

  it('pme says when multiple rates solve the scaled flows', () => {
    const flows = [
      { date: '2021-01-01', amount: '-100' },
      { date: '2022-01-01', amount: '230' },
      { date: '2023-01-01', amount: '-132' },
    ];
    const index = [{ date: '2021-01-01', value: '1' }];
    expect(output('pme', { flows, index, nav: '0', asOf: '2023-01-01' })).toMatchObject({
      warnings: [
        { code: 'INDEX_STALE', path: ['asOf'] },
        { code: 'INDEX_STALE', path: ['flows', 1, 'date'] },
        { code: 'INDEX_STALE', path: ['flows', 2, 'date'] },
        { code: 'MULTIPLE_RATES' },
      ],
    });
  });

  it('multiples without contributions are null', () => {
    expect(output('multiples', { contributions: '0', distributions: '1', nav: '1' })).toEqual({
      dpi: null,
      rvpi: null,
      tvpi: null,
    });
  });
});

describe('errors', () => {
  it('input of the wrong shape is malformed, with its path', () => {
    expect(calculate(named('allocate'), { total: ['1'], weights: 'x' })).toEqual({
      kind: 'malformed',
      output: {
        errors: [
          { code: 'MALFORMED', path: ['total'], message: expect.any(String) },
          { code: 'MALFORMED', path: ['weights'], message: expect.any(String) },
        ],
      },
    });
    expect(codes('irr', null)).toEqual(['malformed', 'MALFORMED']);
    expect(codes('irr', { flows: [{ date: 5, amount: '1' }] })).toEqual(['malformed', 'MALFORMED']);
    expect(codes('allocation-profile', { method: 'other', entries: [] })).toEqual(['malformed', 'MALFORMED']);
    expect(
      codes('vesting', { ...named('vesting').example, schedule: [{ start: 0.5, end: null, vested: '100' }] }),
    ).toEqual(['malformed', 'MALFORMED']);
    expect(codes('distribution', { ...named('distribution').example, unallocatedAcknowledged: 'yes' })).toEqual([
      'malformed',
      'MALFORMED',
    ]);
  });

  it('a value that no rule accepts is refused with its code', () => {
    expect(codes('allocate', { total: '1.005', weights: ['1'] })).toEqual(['refused', 'MONEY_SCALE']);
    expect(codes('allocate', { total: 'NaN', weights: ['0x1', '1e3', '-1'] })).toEqual([
      'refused',
      'NUMBER_FORMAT',
      'NUMBER_FORMAT',
      'NUMBER_FORMAT',
    ]);
    expect(codes('allocate', { total: '1', weights: ['-1'] })).toEqual(['refused', 'NEGATIVE_WEIGHT']);
    expect(codes('allocate', { total: '1', weights: ['1'], scale: 99 })).toEqual(['refused', 'NUMBER_RANGE']);
    expect(codes('vesting', { ...named('vesting').example, to: '2023-02-29' })).toEqual(['refused', 'DATE_NOT_REAL']);
  });

  it('an unknown field is reported as having no effect', () => {
    expect(output('change', { entry: '1', current: '2', curent: '3' })).toMatchObject({
      change: '100',
      warnings: [{ code: 'UNKNOWN_FIELD', path: ['curent'] }],
    });
  });

  it('an unexpected error becomes a refusal, never a wrong figure', () => {
    const broken = defineCalculator({
      name: 'broken',
      summary: '',
      example: {},
      input: {},
      rule: () => {
        throw new RangeError('beyond what I hold');
      },
    });
    expect(calculate(broken, {})).toMatchObject({ kind: 'refused', output: { errors: [{ code: 'NOT_COMPUTABLE' }] } });
  });

  it('blank means no value', () => {
    const entries = [{ id: 'A', fixed: '100', predilute: '', discretionary: null }];
    expect(output('allocation-profile', { method: 'percent', entries })).toMatchObject({
      entries: [{ id: 'A', effective: '100' }],
    });
  });
});

describe('text', () => {
  const calculateChange = (text: string) => calculateText(named('change'), text);

  it('is read as JSON', () => {
    expect(calculateChange('{"entry":"1","current":2}').output).toEqual({ change: '100', sign: '+' });
    expect(calculateChange('{"entry":').kind).toBe('malformed');
  });

  it.each([
    ['{"entry":100000000000000000001,"current":2}', 'NUMBER_NOT_EXACT'],
    ['{"entry":0.1234567890123456789,"current":2}', 'NUMBER_NOT_EXACT'],
    ['{"entry":1e5,"current":2}', 'NUMBER_FORMAT'],
    [`{"entry":${'7'.repeat(60)},"current":2}`, 'NUMBER_NOT_EXACT'],
  ])('%s would not be exact', (text, code) => {
    expect(calculateChange(text)).toMatchObject({ kind: 'refused', output: { errors: [{ code }] } });
  });

  it('digits inside texts stay unchanged', () => {
    expect(calculateChange('{"entry":"1","current":2,"note":"1e5 and \\"12345678901234567890"}').kind).toBe('result');
  });
});

const runs = caseCount({ quick: 12, all: 60 });
const wildNumber = fc.oneof(
  fc.constantFrom(
    'NaN',
    'Infinity',
    '-0',
    '1e400',
    '0x10',
    '',
    ' 1',
    '99999999999999999999.999999999999',
    '-99999999999999999999',
    '0.000000000001',
    '999999999999999999999',
  ),
  fc.double(),
  fc.bigInt({ min: -(10n ** 19n), max: 10n ** 19n }).map(String),
  fc.integer({ min: -1_000, max: 1_000 }).map(String),
);
const wildDate = fc.oneof(
  fc.constantFrom('0001-01-01', '9999-12-31', '2024-02-30', 'today', '0000-01-01'),
  fc
    .date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) })
    .map((date) => date.toISOString().slice(0, 10)),
);

/** Generates inputs of the right shape with arbitrary values: copies the example and replaces each text with one of the same kind. */
function wild(example: unknown): fc.Arbitrary<unknown> {
  if (Array.isArray(example)) {
    const items = example.length === 0 ? fc.constant(null) : fc.oneof(...example.map(wild));
    return fc.array(items, { maxLength: 6 });
  }
  if (typeof example === 'object' && example !== null) {
    return fc.record(Object.fromEntries(Object.entries(example).map(([name, value]) => [name, wild(value)])), {
      requiredKeys: [],
    });
  }
  if (typeof example !== 'string') return fc.oneof(fc.constant(example), fc.integer(), wildNumber);
  if (/^\d{4}-/.test(example)) return wildDate;
  if (/^-?\d/.test(example))
    return fc.oneof({ arbitrary: fc.constant(example), weight: 1 }, { arbitrary: wildNumber, weight: 3 });
  return fc.oneof({ arbitrary: fc.constant(example), weight: 5 }, { arbitrary: fc.string(), weight: 1 });
}

describe.each(calculators.map((calculator) => [calculator.name, calculator] as const))(
  'for all inputs %s',
  (_, calculator) => {
    const answers = (input: unknown) => {
      const { kind, output: answer } = calculate(calculator, input, { explain: true });
      const printed = JSON.stringify(answer);
      expect(printed).not.toMatch(/NaN|Infinity|"-0(\.0*)?"|NOT_COMPUTABLE/);
      if (kind !== 'result') expect((answer as { errors: unknown[] }).errors.length).toBeGreaterThan(0);
    };

    it('answers any JSON', () => {
      fc.assert(fc.property(fc.jsonValue(), answers), { numRuns: runs, endOnFailure: true });
    });

    it('answers values of the right shape and any size', () => {
      fc.assert(fc.property(wild(calculator.example), answers), { numRuns: runs * 3, endOnFailure: true });
    });
  },
);
