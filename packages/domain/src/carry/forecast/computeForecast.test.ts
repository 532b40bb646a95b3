import { describe, expect, it } from 'vitest';
import { createExplanations, decimal, moneyText, numberText } from '../../kernel/index.ts';
import { computeForecast, type ForecastInput, type ForecastSourceInput } from './index.ts';

const shares = (...list: readonly (readonly [string, string])[]) =>
  list.map(([participantId, effective]) => ({ participantId, effective: decimal(effective) }));
const source = (
  amounts: Partial<Record<'multiple' | 'gross' | 'carryAdjustment', string>>,
  investedAmount = '1000.00',
): ForecastSourceInput => ({
  id: 'F',
  investedAmount: decimal(investedAmount),
  allocations: shares(['a', '75'], ['b', '25']),
  ...Object.fromEntries(Object.entries(amounts).map(([name, text]) => [name, decimal(text)])),
});
const forecast = (input: ForecastInput) => computeForecast(input)._unsafeUnwrap();
const refusals = (input: ForecastInput) =>
  computeForecast(input)
    ._unsafeUnwrapErr()
    .map(({ code, path }) => `${code} ${path.join('.')}`);

describe('a forecast', () => {
  it('multiplies the invested amount [U-C-104 U-C-107]', () => {
    const { sources, participants, totals } = forecast({
      sources: [source({ multiple: '1.255', carryAdjustment: '55.00' })],
    });
    expect(sources[0]).toMatchObject({ gross: decimal('1255'), net: decimal('1200'), multiple: decimal('1.255') });
    expect(
      participants.map(({ id, gross, carryPercent }) => [id, moneyText(gross), numberText(carryPercent!)]),
    ).toEqual([
      ['a', '900.00', '75'],
      ['b', '300.00', '25'],
    ]);
    expect(Object.values(totals).map(moneyText)).toEqual(['1255.00', '55.00', '1200.00', '1200.00', '0.00']);
  });

  it('uses a multiple of 1 by default [U-C-106]', () => {
    expect(forecast({ sources: [source({})] }).sources[0]).toMatchObject({
      gross: decimal('1000'),
      multiple: decimal('1'),
    });
  });

  it('keeps an entered gross and shows its multiple with 2 decimals [U-C-105]', () => {
    const [displayed] = forecast({ sources: [source({ gross: '1234.56', multiple: '9' })] }).sources;
    expect([moneyText(displayed!.gross), numberText(displayed!.multiple!)]).toEqual(['1234.56', '1.23']);
    expect(forecast({ sources: [source({ gross: '5.00' }, '0')] }).sources[0]!.multiple).toBeNull();
  });

  it('rounds a computed gross half away from zero', () => {
    expect(moneyText(forecast({ sources: [source({ multiple: '0.5' }, '0.01')] }).sources[0]!.gross)).toBe('0.01');
  });

  it('shows no percentage of zero, and shows the unallocated rest', () => {
    const nothing = forecast({ sources: [{ ...source({}, '0'), allocations: shares(['a', '50']) }] });
    expect(nothing.participants).toMatchObject([{ id: 'a', carryPercent: null }]);
    const half = forecast({ sources: [{ ...source({}), allocations: shares(['a', '50']) }] });
    expect(moneyText(half.totals.unallocated)).toBe('500.00');
    expect(numberText(half.participants[0]!.carryPercent!)).toBe('100');
  });

  it('passes through entities if it has their members', () => {
    const participants = [{ id: 'a' }, { id: 'b', members: shares(['a', '50'], ['c', '50']) }, { id: 'c' }];
    const {
      sources,
      participants: people,
      entities,
    } = forecast({ sources: [source({ multiple: '1' }, '100.00')], participants });
    expect(sources[0]!.details[1]!.members!.map(({ gross }) => moneyText(gross))).toEqual(['12.50', '12.50']);
    expect(people.map(({ id, gross }) => [id, moneyText(gross)])).toEqual([
      ['a', '87.50'],
      ['c', '12.50'],
    ]);
    expect(entities.map(({ id, carryPercent }) => [id, numberText(carryPercent!)])).toEqual([['b', '25']]);
  });

  it('is refused with every reason', () => {
    expect(
      refusals({
        sources: [
          source({ multiple: '-1', gross: '0.001' }, '-1'),
          source({ carryAdjustment: '1000.01' }),
          { ...source({}), allocations: shares(['a', '100.1'], ['x', '1']) },
        ],
        participants: [{ id: 'a' }, { id: 'b' }, { id: 'e', members: [] }],
      }),
    ).toEqual([
      'ENTITY_WITHOUT_MEMBERS participants.2.members',
      'MONEY_SCALE sources.0.gross',
      'NEGATIVE_AMOUNT sources.0.investedAmount',
      'NEGATIVE_AMOUNT sources.0.multiple',
      'NET_BELOW_ZERO sources.1.net',
      'OVER_ALLOCATED sources.2.allocations',
      'PARTICIPANT_UNKNOWN sources.2.allocations.1.participantId',
    ]);
    const [negative] = computeForecast({ sources: [source({ carryAdjustment: '1000.01' })] })._unsafeUnwrapErr();
    expect(negative!.detail).toBe('the net of source F is negative. Lower its carry adjustment or raise its multiple.');
  });

  it('stops following circular entities', () => {
    const ladder = Array.from({ length: 22 }, (_, i) =>
      ['x', 'y'].map((side) => ({
        id: `${side}${i}`,
        members: i === 0 ? shares(['a', '100']) : shares([`x${i - 1}`, '50'], [`y${i - 1}`, '50']),
      })),
    ).flat();
    const sources = [{ ...source({}), allocations: shares(['x21', '100']) }];
    expect(refusals({ sources, participants: [{ id: 'a' }, ...ladder] })).toEqual([
      'TOO_MANY_ROWS sources.0.allocations',
    ]);
  });

  it('explains its figures', () => {
    const explanations = createExplanations();
    const participants = [{ id: 'a' }, { id: 'b', members: shares(['a', '100']) }];
    computeForecast(
      { sources: [source({ multiple: '2' }), source({ gross: '10.00' })], participants },
      explanations,
    )._unsafeUnwrap();
    const formulas = new Set(explanations.list().map(({ formula }) => formula));
    expect([...formulas].sort()).toEqual([
      'distribution.distributed',
      'distribution.gross',
      'distribution.sum',
      'distribution.unallocated',
      'forecast.carryPercent',
      'forecast.enteredGross',
      'forecast.gross',
      'forecast.multiple',
      'forecast.net',
      'forecast.total',
    ]);
    const member = explanations.tree(['sources', 0, 'details', 1, 'members', 0, 'gross'])!;
    expect(member.children[0]!.children[0]).toMatchObject({ formula: 'distribution.distributed', result: '2000.00' });
  });
});
