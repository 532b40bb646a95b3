import { describe, expect, it } from 'vitest';
import { createExplanations, type ExplanationTree } from '../kernel/index.ts';
import { entity, exampleInput, flatTax, person, source } from './example.fixture.ts';
import { computeDistribution, explainFigure, type FigureQuestion, pathOfFigure } from './index.ts';

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

const explain = (question: FigureQuestion) => explained().tree(pathOfFigure(input, question)!)!;
const inputsOf = (tree: ExplanationTree) => Object.fromEntries(tree.inputs.map(({ name, value }) => [name, value]));

describe('why this number?', () => {
  it('tells a net by its parts, and each part by its own', () => {
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
    expect(inputsOf(loan!)).toEqual({ 'given 1': '10.00', gross: '325.00' });
    expect(inputsOf(tax!)).toEqual({ 'row 1': '48.75', 'row 2': '0.00' });
    expect(inputsOf(tax!.children[0]!)).toEqual({ gross: '325.00', percent: '15' });
    expect(inputsOf(tax!.children[0]!.children[1]!)).toEqual({ characterization: '75', rate: '20' });
    expect(inputsOf(escrow!)).toEqual({ gross: '325.00', percent: '10', reason: 'default' });
  });

  it('tells given figures by who gave them', () => {
    const about = (figure: FigureQuestion['figure']) =>
      explain({ figure, sourceId: 'F', participantId: 'a', via: ['firm'] });
    expect(inputsOf(about('escrow'))).toEqual({ 'given 1': '2.00', gross: '325.00' });
    expect(inputsOf(about('otherAdjustment'))).toEqual({ 'given 1': '1.00', gross: '325.00' });
    expect(inputsOf(about('tax').children[0]!)).toEqual({ given: '3.00', computed: '16.25' });
  });

  it('tells a tax of its own row by what was given', () => {
    const other = createExplanations();
    const plain = exampleInput({
      sources: [source('F', '10', [['a', '100']])],
      participants: [person('a')],
      adjustments: [{ sourceId: 'F', participantId: 'a', tax: '2' }],
    });
    computeDistribution(plain, other)._unsafeUnwrap();
    const tax = other.tree(pathOfFigure(plain, { figure: 'tax', sourceId: 'F', participantId: 'a' })!)!;
    expect(inputsOf(tax)).toEqual({ 'given 1': '2.00', gross: '10.00' });
  });

  it('tells sums by their parts', () => {
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

  it('tells one figure without the other sources', () => {
    const row = explainFigure(input, { figure: 'tax', sourceId: 'G', participantId: 'a' });
    expect(row).toMatchObject({ path: ['sources', 0, 'details', 0, 'tax'], result: '0.00' });
    expect(explainFigure(input, { figure: 'net' })).toMatchObject({ path: ['totals', 'net'], result: '774.25' });
    expect(explainFigure(input, { figure: 'gross', participantId: 'a' })).toMatchObject({ result: '585.00' });
    expect(explainFigure(input, { figure: 'gross', participantId: 'firm' })).toMatchObject({ result: '650.00' });
    expect(explainFigure(input, { figure: 'gross', participantId: 'x' })).toBeUndefined();
    expect(explainFigure(input, { figure: 'gross', sourceId: 'x' })).toBeUndefined();
    const { adjustments: _, ...plain } = input;
    expect(explainFigure(plain, { figure: 'tax', sourceId: 'G', participantId: 'a' })).toMatchObject({
      result: '0.50',
    });
  });

  it('answers only for figures that are there', () => {
    expect(pathOfFigure(input, { figure: 'net', sourceId: 'X' })).toBeUndefined();
    expect(pathOfFigure(input, { figure: 'net', participantId: 'a' })).toBeUndefined();
    expect(pathOfFigure(input, { figure: 'net', sourceId: 'F', participantId: 'b' })).toBeUndefined();
    expect(pathOfFigure(input, { figure: 'net', sourceId: 'F', participantId: 'b', via: ['a'] })).toBeUndefined();
  });
});
