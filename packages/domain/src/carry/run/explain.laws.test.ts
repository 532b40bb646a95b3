import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createExplanations, decimal, type ExplainedFigure, moneyText, type Path, zero } from '../../kernel/index.ts';
import {
  computeDistribution,
  type DistributionInputJson,
  distributionInputFromJson,
  distributionResultToJson,
} from './index.ts';
import { randomDistribution } from './randomDistribution.fixture.ts';
import { caseCount } from '../../testing/index.ts';

const runs = { numRuns: caseCount({ quick: 20, all: 100 }) };

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((at, name) => (at as Record<string | number, unknown> | undefined)?.[name], value);
const inputOf = (figure: ExplainedFigure, name: string) =>
  decimal(figure.inputs.find((input) => input.name === name)!.value!);
const sumOf = (figure: ExplainedFigure) => figure.inputs.reduce((sum, { value }) => sum.plus(value!), zero);

/** Recomputes each formula from the inputs that its explanation names. */
const recomputed: Readonly<Record<string, (figure: ExplainedFigure) => string>> = {
  'distribution.sum': (figure) => moneyText(sumOf(figure)),
  'distribution.tax': (figure) => moneyText(sumOf(figure)),
  'distribution.adjustments': (figure) => moneyText(sumOf(figure)),
  'distribution.net': (figure) => moneyText(inputOf(figure, 'gross').times(2).minus(sumOf(figure))),
  'distribution.unallocated': (figure) =>
    moneyText(inputOf(figure, 'netDistributableAmount').minus(inputOf(figure, 'distributed'))),
  'escrow.amount': (figure) => moneyText(inputOf(figure, 'gross').times(inputOf(figure, 'percent')).div(100)),
};

describe('for every distribution', () => {
  it('each explained figure equals the displayed one, names existing figures, and follows from its inputs', () => {
    fc.assert(
      fc.property(randomDistribution, (plain) => {
        const explanations = createExplanations();
        const input = distributionInputFromJson(plain as DistributionInputJson);
        const computed = computeDistribution(input, explanations);
        if (computed.isErr()) return;
        const result = distributionResultToJson(computed.value);
        for (const figure of explanations.list()) {
          const displayed = valueAt(result, figure.path);
          if (displayed !== undefined) expect([figure.path, figure.result]).toEqual([figure.path, displayed]);
          for (const part of figure.inputs) {
            const there = part.figure === undefined ? undefined : valueAt(result, part.figure);
            if (there !== undefined) expect([figure.path, part.value]).toEqual([figure.path, there]);
          }
          const again = recomputed[figure.formula];
          if (again !== undefined) expect([figure.path, figure.result]).toEqual([figure.path, again(figure)]);
        }
      }),
      runs,
    );
  });

  it('every gross, escrow, net and total is explained', () => {
    fc.assert(
      fc.property(randomDistribution, (plain) => {
        const explanations = createExplanations();
        const input = distributionInputFromJson(plain as DistributionInputJson);
        const computed = computeDistribution(input, explanations);
        if (computed.isErr()) return;
        const { sources, participants, entities } = computed.value;
        const paths = new Set(explanations.list().map(({ path }) => path.join('.')));
        const figures = ['gross', 'tax', 'escrow', 'net'];
        const missing = [
          ...sources.flatMap((source, s) => [
            ...figures.map((name) => `sources.${s}.${name}`),
            ...source.details.flatMap((_, i) => figures.map((name) => `sources.${s}.details.${i}.${name}`)),
          ]),
          ...participants.flatMap((_, i) => figures.map((name) => `participants.${i}.${name}`)),
          ...entities.flatMap((_, i) => figures.map((name) => `entities.${i}.${name}`)),
          ...figures.map((name) => `totals.${name}`),
        ].filter((path) => !paths.has(path));
        expect(missing).toEqual([]);
      }),
      runs,
    );
  });
});
