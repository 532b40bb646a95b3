import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CalendarDate, decimal, numberText, zero } from '../../kernel/index.ts';
import { applyVesting, computeDistribution, explainFigures, withForfeitures } from './index.ts';

const vestedOn = '2026-09-30' as CalendarDate;
const shares = [
  { participantId: 'ann', effective: decimal('50') },
  { participantId: 'ben', effective: decimal('30') },
  { participantId: 'cleo', effective: decimal('20') },
];
const forfeit = (participantId: string, vested: string, recipients: readonly string[], allocations = shares) =>
  applyVesting(allocations, { participantId, vested: decimal(vested), vestedOn, recipients });
const texts = (list: typeof shares) => list.map(({ effective }) => numberText(effective));

describe('applying vesting to a share of a source', () => {
  it("leaves the vested part and splits the rest in proportion to the recipients' shares", () => {
    const forfeiture = forfeit('cleo', '40', ['ann', 'ben'])._unsafeUnwrap();
    expect(numberText(forfeiture.forfeited)).toBe('12');
    expect(forfeiture.recipients.map(({ adjustment }) => numberText(adjustment))).toEqual(['7.5', '4.5']);
    expect(texts([...withForfeitures(shares, [forfeiture])])).toEqual(['57.5', '34.5', '8']);
  });

  it('leaves the rest unallocated without recipients', () => {
    const forfeiture = forfeit('cleo', '33.3333333333', [])._unsafeUnwrap();
    expect(numberText(forfeiture.forfeited)).toBe('13.3333333333');
    expect(texts([...withForfeitures(shares, [forfeiture])])).toEqual(['50', '30', '6.6666666667']);
  });

  it('is refused if no recipient has a share', () => {
    const withDan = [...shares, { participantId: 'dan', effective: zero }];
    expect(forfeit('cleo', '40', ['dan'], withDan)._unsafeUnwrapErr()[0]?.code).toBe('RECIPIENTS_HAVE_NOTHING');
  });

  it('loses no percentage in any order, whoever forfeits', () => {
    const percent = fc.integer({ min: 1, max: 250_000 }).map((n) => decimal(n).div(10_000));
    const vested = fc.integer({ min: 0, max: 1_000_000 }).map((n) => numberText(decimal(n).div(10_000)));
    fc.assert(
      fc.property(fc.tuple(percent, percent, percent, percent), vested, vested, ([a, b, c, d], first, two) => {
        const all = [a, b, c, d].map((effective, i) => ({ participantId: `p${String(i)}`, effective }));
        const acts = [
          forfeit('p0', first, ['p2', 'p3'], all)._unsafeUnwrap(),
          forfeit('p1', two, ['p3'], all)._unsafeUnwrap(),
        ];
        const after = withForfeitures(all, acts);
        const sum = (list: typeof all) => list.reduce((total, { effective }) => total.plus(effective), zero);
        expect(numberText(sum([...after]))).toBe(numberText(sum(all)));
        expect(texts([...withForfeitures(all, acts.toReversed())])).toEqual(texts([...after]));
        for (const { effective } of after) expect(effective.isNegative()).toBe(false);
      }),
    );
  });
});

describe('the explanation of a share after vesting', () => {
  it('leads to the vested percentage and, for a recipient, to the forfeited percentage', () => {
    const forfeiture = forfeit('cleo', '40', ['ann'])._unsafeUnwrap();
    const input = {
      defaultEscrow: zero,
      defaultTerminatedEscrow: zero,
      participants: shares.map(({ participantId: id }) => ({ id, status: 'active' as const })),
      sources: [
        {
          id: 'fund',
          netDistributableAmount: decimal('1000'),
          allocations: withForfeitures(shares, [forfeiture]),
          forfeitures: [forfeiture],
        },
      ],
    };
    expect(
      computeDistribution(input)
        ._unsafeUnwrap()
        .sources[0]?.details.map(({ gross }) => numberText(gross)),
    ).toEqual(['620', '300', '80']);
    const explain = explainFigures(input)._unsafeUnwrap();
    const why = (participantId: string) =>
      explain({ figure: 'gross', sourceId: 'fund', participantId })?.tree.children.find(({ formula }) =>
        formula.startsWith('distribution.effective'),
      );
    expect(why('cleo')).toMatchObject({ formula: 'distribution.effective.vested', result: '8' });
    expect(why('ann')).toMatchObject({ formula: 'distribution.effective.received', result: '62' });
    expect(why('ben')).toBeUndefined();
  });
});
