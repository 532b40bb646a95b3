import { describe, expect, it } from 'vitest';
import { createExplanations, decimal, type ExplanationTree } from '../../kernel/index.ts';
import { entity, exampleInput, flatTax, person, source } from './example.fixture.ts';
import { computeDistribution, explainFigures, explainReversed, type FigureQuestion, subjectOfFigure } from './index.ts';

const gainTax = { id: 'federal', subjectToCharacterization: true, rates: [{ characterizationId: 'gain', rate: '20' }] };
const input = exampleInput({
  defaultEscrow: '10',
  sources: [
    {
      ...source('F', '1000.00', [
        ['a', '25'],
        ['firm', '65'],
      ]),
      characterizations: [
        { id: 'gain', percent: '75' },
        { id: 'capital', percent: '25' },
      ],
    },
    source('G', '10.00', [['a', '100']]),
  ].map((each) => ({ characterizations: [{ id: 'gain', percent: '100' }], ...each })),
  participants: [
    { ...person('a'), taxProfiles: [flatTax('t', '5')] },
    {
      ...person('b'),
      taxProfiles: [{ ...gainTax, rates: [...gainTax.rates, { characterizationId: 'capital', rate: '0' }] }],
    },
    entity('inner', [['b', '100']]),
    entity('firm', [
      ['a', '50'],
      ['inner', '50'],
    ]),
  ],
  adjustments: [
    { sourceId: 'F', participantId: 'firm', loanRepayment: '10' },
    { sourceId: 'F', participantId: 'a', via: ['firm'], otherAdjustment: '1', escrow: '2', tax: '3' },
    { sourceId: 'G', participantId: 'a', tax: '0' },
  ],
});
const explained = () => {
  const explanations = createExplanations();
  computeDistribution(input, explanations)._unsafeUnwrap();
  return explanations;
};

const answer = (question: FigureQuestion) => explainFigures(input)._unsafeUnwrap()(question);
const explain = (question: FigureQuestion) => answer(question)!.tree;
const inputsOf = (tree: ExplanationTree) => Object.fromEntries(tree.inputs.map(({ name, value }) => [name, value]));

describe('the explanation of a figure', () => {
  it('breaks a net down into its parts, and each part into its own', () => {
    const net = explain({ figure: 'net', sourceId: 'F', participantId: 'b', via: ['firm', 'inner'] });
    expect(net).toMatchObject({ formula: 'distribution.net', result: '238.75' });
    expect(inputsOf(net)).toEqual({
      gross: '325.00',
      loanRepayment: '5.00',
      otherAdjustment: '0.00',
      tax: '48.75',
      escrow: '32.50',
    });
    const [gross, loan, tax, escrow] = net.children;
    expect(inputsOf(gross!)).toEqual({ amount: '325.00', effective: '100', totalEffective: '100' });
    expect(gross!.children[0]!.children[0]!.children[0]).toMatchObject({
      formula: 'distribution.distributed',
      result: '900.00',
    });
    expect(inputsOf(loan!)).toEqual({ 'entered 1': '10.00', gross: '325.00', 'grossOfAll 1': '650.00' });
    expect(inputsOf(tax!)).toEqual({ 'row 1': '48.75', 'row 2': '0.00' });
    expect(inputsOf(tax!.children[0]!)).toEqual({ gross: '325.00', percent: '15' });
    expect(inputsOf(tax!.children[0]!.children[1]!)).toEqual({ characterization: '75', rate: '20' });
    expect(inputsOf(escrow!)).toEqual({ gross: '325.00', percent: '10', reason: 'default' });
  });

  it('names the author of an override', () => {
    const about = (figure: FigureQuestion['figure']) =>
      explain({ figure, sourceId: 'F', participantId: 'a', via: ['firm'] });
    const own = { gross: '325.00', 'grossOfAll 1': '325.00' };
    expect(inputsOf(about('escrow'))).toEqual({ 'entered 1': '2.00', ...own });
    expect(inputsOf(about('otherAdjustment'))).toEqual({ 'entered 1': '1.00', ...own });
    expect(about('tax')).toMatchObject({ formula: 'distribution.tax.entered', result: '3.00' });
    expect(inputsOf(about('tax'))).toEqual({
      'entered 1': '3.00',
      gross: '325.00',
      'grossOfAll 1': '325.00',
      computedTax: '16.25',
      'row 1': '3.00',
    });
    const [row] = about('tax').children.filter(({ formula }) => formula === 'tax.amount.entered');
    expect(inputsOf(row!)).toEqual({ entered: '3.00', computed: '16.25', computedInAll: '16.25' });
  });

  it('explains an override with a tax row of its own by its input', () => {
    const plain = exampleInput({
      sources: [source('F', '10', [['a', '100']])],
      participants: [person('a')],
      adjustments: [{ sourceId: 'F', participantId: 'a', tax: '2' }],
    });
    const tax = explainFigures(plain)._unsafeUnwrap()({ figure: 'tax', sourceId: 'F', participantId: 'a', via: [] })!;
    expect(inputsOf(tax.tree)).toEqual({
      'entered 1': '2.00',
      gross: '10.00',
      'grossOfAll 1': '10.00',
      computedTax: '0.00',
    });
  });

  it('breaks sums down into their parts', () => {
    expect(inputsOf(explain({ figure: 'net' }))).toEqual({ 'part 1': '765.25', 'part 2': '9.00' });
    expect(inputsOf(explain({ figure: 'gross', sourceId: 'F' }))).toEqual({ 'part 1': '250.00', 'part 2': '650.00' });
    expect(inputsOf(explain({ figure: 'tax', sourceId: 'F', participantId: 'firm' }))).toEqual({
      'part 1': '3.00',
      'part 2': '48.75',
    });
    expect(inputsOf(explained().tree(['sources', 0, 'unallocated'])!)).toEqual({
      netDistributableAmount: '1000.00',
      distributed: '900.00',
    });
    expect(inputsOf(explained().tree(['participants', 0, 'gross'])!)).toEqual({
      'part 1': '250.00',
      'part 2': '325.00',
      'part 3': '10.00',
    });
    expect(inputsOf(explained().tree(['entities', 1, 'gross'])!)).toEqual({ 'part 1': '650.00' });
    expect(explained().tree(['totals', 'adjustments'])).toMatchObject({ result: '135.75' });
  });

  it('adds up unspecified dimensions: sources, paths, participants', () => {
    const result = (question: FigureQuestion) => answer(question)?.tree.result;
    const gross = { figure: 'gross', participantId: 'a' } as const;
    expect(result({ ...gross, via: [] })).toBe('260.00');
    expect(result({ ...gross, via: ['firm'] })).toBe('325.00');
    expect(result(gross)).toBe('585.00');
    expect(result({ ...gross, sourceId: 'F', via: [] })).toBe('250.00');
    expect(result({ ...gross, sourceId: 'F' })).toBe('575.00');
    expect(result({ figure: 'gross', participantId: 'firm', via: [] })).toBe('650.00');
    expect(result({ figure: 'net' })).toBe('774.25');
    expect(result({ figure: 'netDistributable' })).toBe('1010.00');
    expect(result({ figure: 'adjustments', sourceId: 'F' })).toBe('134.75');
    expect(result({ figure: 'loanRepayment', sourceId: 'G', participantId: 'a', via: [] })).toBe('0.00');
  });

  it('derives one row, and sums several', () => {
    const row = explain({ figure: 'tax', sourceId: 'G', participantId: 'a', via: [] });
    expect(row).toMatchObject({ path: ['sources', 1, 'details', 0, 'tax'], formula: 'distribution.tax.entered' });
    const total = explain({ figure: 'gross', participantId: 'a', via: [] });
    expect(total).toMatchObject({ path: ['figure', 'gross'], formula: 'distribution.sum' });
    expect(inputsOf(total)).toEqual({ 'part 1': '250.00', 'part 2': '10.00' });
    expect(explain({ figure: 'netDistributable', sourceId: 'F' })).toMatchObject({
      formula: 'distribution.netDistributable',
    });
  });

  it('exists only for existing figures', () => {
    expect(answer({ figure: 'gross', participantId: 'x' })).toBeUndefined();
    expect(answer({ figure: 'net', sourceId: 'X' })).toBeUndefined();
    expect(answer({ figure: 'net', sourceId: 'F', participantId: 'b', via: [] })).toBeUndefined();
    expect(answer({ figure: 'net', sourceId: 'F', participantId: 'b', via: ['a'] })).toBeUndefined();
    expect(answer({ figure: 'netDistributable', participantId: 'a' })).toBeUndefined();
  });

  it('covers overrides and the other sources of a run with a source that cannot be computed', () => {
    const [over, healthy] = input.sources;
    const allocations = over!.allocations.map((share) => ({ ...share, effective: decimal('90') }));
    const draft = { ...input, sources: [{ ...over!, allocations }, healthy!] };
    expect(computeDistribution(draft).isErr()).toBe(true);
    const explainDraft = (question: FigureQuestion) => explainFigures(draft)._unsafeUnwrap()(question);
    const question = { figure: 'tax', sourceId: 'G', participantId: 'a', via: [] } as const;
    expect(explainDraft(question)?.tree).toEqual(answer(question)?.tree);
    expect(subjectOfFigure(explainDraft(question)!.sources, ['sources', 1, 'details', 0, 'tax'])).toMatchObject({
      sourceId: 'G',
      participantId: 'a',
    });
    expect(explainDraft({ figure: 'net', sourceId: 'G' })?.tree.result).toBe(
      answer({ figure: 'net', sourceId: 'G' })?.tree.result,
    );
    expect(explainDraft({ figure: 'netDistributable' })?.tree.result).toBe('1010.00');
    expect(explainDraft({ figure: 'netDistributable', sourceId: 'F' })?.tree.result).toBe('1000.00');
    expect(explainDraft({ figure: 'net', sourceId: 'F' })).toBeUndefined();
    expect(explainDraft({ figure: 'net' })).toBeUndefined();
    expect(explainDraft({ figure: 'net', participantId: 'a' })).toBeUndefined();
  });

  it('refers a reversal to the figure that it reverses', () => {
    const undone = answer({ figure: 'net', sourceId: 'G', participantId: 'a', via: [] })!;
    const { tree } = explainReversed('distribution', undone);
    expect(tree).toMatchObject({ formula: 'distribution.reversed', result: '-9.00', inputs: [{ value: '9.00' }] });
    expect(tree.children[0]).toEqual(undone.tree);
    expect(explainReversed('realization', undone).tree.formula).toBe('realization.reversed');
  });

  it('has the subject of each step', () => {
    const { sources, tree } = answer({ figure: 'tax', sourceId: 'F', participantId: 'b', via: ['firm', 'inner'] })!;
    const row = { sourceId: 'F', participantId: 'b', via: ['firm', 'inner'] };
    expect(subjectOfFigure(sources, tree.path)).toEqual(row);
    const taxRow = { ...row, taxProfileId: 'federal', characterizationId: 'gain' };
    expect(subjectOfFigure(sources, tree.children[0]!.path)).toEqual(taxRow);
    const rate = tree.children[0]!.children[1]!;
    expect(subjectOfFigure(sources, rate.path)).toEqual({ ...taxRow, participantId: undefined, via: [] });
    expect(subjectOfFigure(sources, ['figure', 'net'])).toEqual({ via: [] });
  });
});
