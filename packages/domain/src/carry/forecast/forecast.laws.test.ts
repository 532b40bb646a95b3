import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createExplanations, decimal, type Decimal, moneyText } from '../../kernel/index.ts';
import { computeRealization } from '../realization/index.ts';
import { ENGINE_VERSION } from '../run/index.ts';
import {
  carryOfSource,
  computeForecast,
  findExclusion,
  explainForecast,
  forecastScenarios,
  scenarioSteps,
} from './index.ts';

const cents = fc.bigInt({ min: 0n, max: 10n ** 14n }).map((whole) => decimal(whole.toString()).div(100));
const multiple = fc.integer({ min: 0, max: 900_000 }).map((parts) => decimal(parts).div(10_000));
/** Generates percentages that total at most 100. The last holder is an entity with two members. */
const shares = fc
  .array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 8 })
  .chain((weights) => fc.tuple(fc.constant(weights), fc.integer({ min: 1, max: 1000 })))
  .map(([weights, rest]) => {
    const whole = weights.reduce((sum, weight) => sum + weight, rest);
    return weights.map((weight, at) => ({
      participantId: at === weights.length - 1 ? 'entity' : `p${String(at)}`,
      effective: decimal(weight).div(whole).times(100).toDecimalPlaces(10, 1),
    }));
  });
const members = [
  { participantId: 'p0', effective: decimal('33.3333333333') },
  { participantId: 'm', effective: decimal('66.6666666667') },
];
const everybody = (list: readonly { readonly participantId: string }[]) =>
  [
    ...new Map(
      [...list, { participantId: 'p0' }, { participantId: 'm' }].map((item) => [item.participantId, item]),
    ).values(),
  ].map(({ participantId: id }) => (id === 'entity' ? { id, members } : { id }));

const amounts = (rows: readonly { readonly id: string; readonly gross: Decimal }[]) =>
  rows.map(({ id, gross }) => [id, moneyText(gross)]);

describe('laws of forecasts', () => {
  it('a forecast at the realized multiple equals the realization, to the cent and row by row [U-C-104]', () => {
    fc.assert(
      fc.property(cents, multiple, shares, (investedAmount, at, allocations) => {
        const carry = investedAmount.times(at).toDecimalPlaces(2);
        const participants = everybody(allocations);
        const realized = computeRealization({
          sources: [{ id: 's', carry, allocations }],
          participants,
        })._unsafeUnwrap();
        const source = { id: 's', investedAmount, allocations };
        for (const expected of [{ multiple: at }, { gross: carry }]) {
          const forecast = computeForecast({ sources: [{ ...source, ...expected }], participants })._unsafeUnwrap();
          expect(amounts(forecast.participants)).toEqual(amounts(realized.participants));
          expect(amounts(forecast.entities)).toEqual(amounts(realized.entities));
          expect(forecast.sources[0]!.details).toEqual(realized.sources[0]!.details);
          expect(moneyText(forecast.totals.net)).toBe(moneyText(realized.totalCarry));
        }
      }),
    );
  });

  it('a scenario is the forecast at the adjusted multiple, and the forecast itself without an adjustment', () => {
    fc.assert(
      fc.property(cents, multiple, shares, (investedAmount, at, allocations) => {
        const participants = everybody(allocations);
        const input = { sources: [{ id: 's', investedAmount, multiple: at, allocations }], participants };
        for (const { step, result, failures } of forecastScenarios(ENGINE_VERSION, input, scenarioSteps('0.25'))) {
          const moved = at.plus(step);
          if (moved.lt(0)) {
            expect(failures.map(({ code }) => code)).toEqual(['NEGATIVE_AMOUNT']);
            continue;
          }
          const there = computeForecast({ ...input, sources: [{ ...input.sources[0]!, multiple: moved }] });
          expect(result).toEqual(there._unsafeUnwrap());
        }
      }),
    );
  });

  it('every figure of a scenario has an explanation that adds up to it', () => {
    const allocations = [
      { participantId: 'p0', effective: decimal('60') },
      { participantId: 'entity', effective: decimal('30') },
    ];
    const input = {
      sources: [
        { id: 'a', investedAmount: decimal('1000'), multiple: decimal('1.5'), allocations },
        { id: 'b', investedAmount: decimal('400'), gross: decimal('500'), carryAdjustment: decimal('50'), allocations },
      ],
      participants: everybody(allocations),
    };
    for (const { step, result } of forecastScenarios(ENGINE_VERSION, input, scenarioSteps('0.25'))) {
      const moved = step.isZero() ? input : { ...input, step };
      const why = (question: Parameters<typeof explainForecast>[2]) =>
        explainForecast(ENGINE_VERSION, moved, question)._unsafeUnwrap()?.value;
      for (const name of ['gross', 'net', 'distributed', 'unallocated'] as const) {
        expect(why({ figure: name })).toEqual(result.totals[name]);
        result.sources.forEach((source) => expect(why({ figure: name, sourceId: source.id })).toEqual(source[name]));
      }
      expect(why({ figure: 'carryAdjustment' })).toEqual(result.totals.carryAdjustment);
      // The multiple of the first source is entered, unless a scenario changes it.
      expect(result.sources.map(({ id }) => why({ figure: 'multiple', sourceId: id }))).toEqual(
        result.sources.map((source, at) => (at === 0 && step.isZero() ? undefined : source.multiple)),
      );
      for (const { id, gross, carryPercent } of [...result.participants, ...result.entities]) {
        expect(why({ figure: 'carry', participantId: id })).toEqual(gross);
        expect(why({ figure: 'carryPercent', participantId: id })).toEqual(carryPercent);
      }
      expect(why({ figure: 'carry', participantId: 'm', via: ['entity'] })).toEqual(
        result.participants.find(({ id }) => id === 'm')!.gross,
      );
    }
    expect(explainForecast('9', input, { figure: 'gross' })._unsafeUnwrapErr()).toMatchObject([
      { code: 'ENGINE_VERSION_UNKNOWN' },
    ]);
  });

  it('gross and multiple convert into each other [U-C-104 U-C-105]', () => {
    fc.assert(
      fc.property(cents, multiple, (investedAmount, at) => {
        const { gross } = carryOfSource({ investedAmount, multiple: at });
        const back = carryOfSource({ investedAmount, gross }).multiple;
        if (investedAmount.isZero()) expect(back).toBeNull();
        else expect(back!.toFixed(2)).toBe(gross.div(investedAmount).toDecimalPlaces(2).toFixed(2));
      }),
    );
  });

  it('explains an entered gross by the entered value', () => {
    const explanations = createExplanations();
    const source = { id: 's', investedAmount: decimal('3'), gross: decimal('2'), allocations: [] };
    computeForecast({ sources: [source] }, explanations)._unsafeUnwrap();
    expect(explanations.tree(['sources', 0, 'gross'])).toMatchObject({
      formula: 'forecast.enteredGross',
      result: '2.00',
    });
    expect(explanations.tree(['sources', 0, 'multiple'])).toMatchObject({ result: '0.67' });
  });
});

describe('sources of a forecast', () => {
  const fund = { id: 'F', holderId: 'F' };
  const part = { id: 'P', holderId: 'F', partId: null };
  const other = { id: 'Q', holderId: 'F', partId: null };
  const tranche = { id: 'T', holderId: 'F', partId: 'P' };

  it('a whole excludes its investments and tranches, and vice versa [U-C-073]', () => {
    for (const below of [part, tranche]) {
      expect(findExclusion(fund, below)).toBe('SOURCES_OVERLAP');
      expect(findExclusion(below, fund)).toBe('SOURCES_OVERLAP');
    }
  });
  it('one fund or coinvestment excludes the others [U-C-074]', () => {
    expect(findExclusion(fund, { id: 'G', holderId: 'G' })).toBe('SOURCES_OF_SEVERAL_FUNDS');
    expect(findExclusion(tranche, { id: 'U', holderId: 'G', partId: 'R' })).toBe('SOURCES_OF_SEVERAL_FUNDS');
  });
  it('a tranche excludes its investment, and no other [U-C-075]', () => {
    expect(findExclusion(tranche, part)).toBe('SOURCES_OVERLAP');
    expect(findExclusion(part, tranche)).toBe('SOURCES_OVERLAP');
    expect(findExclusion(tranche, other)).toBeUndefined();
    expect(findExclusion(tranche, { id: 'T2', holderId: 'F', partId: 'P' })).toBeUndefined();
  });
  it('nothing excludes itself, and an empty selection excludes nothing [U-C-076]', () => {
    expect(findExclusion(fund, fund)).toBeUndefined();
    const locked = (chosen: readonly (typeof fund)[]) =>
      [fund, part, tranche].filter((candidate) =>
        chosen.some((other) => findExclusion(candidate, other) !== undefined),
      );
    expect(locked([])).toEqual([]);
  });
});
