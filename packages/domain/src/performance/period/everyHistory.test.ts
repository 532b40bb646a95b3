import { addDays, type CalendarDate, decimal, err, fail, fromCents, moneyText, ok, zero } from '@carrara/domain/kernel';
import { carryMetrics, type CarryPayment } from '../close/index.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  commitmentsOn,
  type EntryType,
  type LedgerEntry,
  postEntry,
  reverseEntry,
  vehicleCash,
} from '../ledger/index.ts';
import { feePaying } from '../return/index.ts';
import { hasCapital } from './capital.ts';
import {
  type Capital,
  CapitalSum,
  computeInvestors,
  type InvestorFigures,
  type InvestorPosition,
  investorPositions,
  includeAllPartners,
  computeVehicle,
  type Figures,
  figureTexts,
  measureVehicle,
  moneyFigures,
  noNavFailure,
  otherCapital,
  pooledFigures,
  type PooledPart,
  type SubjectFigures,
  type VehicleLedger,
} from './index.ts';
import {
  day,
  close,
  emptyLedger,
  requestEntry,
  createValuation,
  money,
  fund,
  sum,
  findDifferences,
} from './vehicleLedger.fixture.ts';

/** Generates the history of a small vehicle: calls, fees, purchases, sales, carry, valuations. */
const anyHistory = fc
  .array(
    fc.record({
      kind: fc.constantFrom(
        'CALL-INV',
        'CALL-FEE',
        'FEE',
        'DIST-GAIN',
        'DIST-ROC',
        'BUY',
        'SELL',
        'INC-INT',
        'CARRY-EARNED',
        'CARRY-PAID',
        'CARRY-ACCRUED',
        'LINE-DRAW-INV',
        'VALUE',
        'INCREASE',
      ),
      cents: fc.bigInt({ min: 1n, max: 2000n }),
      offset: fc.integer({ min: 5, max: 700 }),
      security: fc.constantFrom('shares', 'loan', 'stake'),
    }),
    { minLength: 1, maxLength: 14 },
  )
  .map((steps) => steps.reduce(withStep, emptyLedger));

function withStep(
  ledger: VehicleLedger,
  { kind, cents, offset, security }: { kind: string; cents: bigint; offset: number; security: string },
): VehicleLedger {
  const date = addDays(day('2020-01-01'), offset);
  const amount = fromCents(cents);
  if (kind === 'INCREASE') {
    return {
      ...ledger,
      events: [...ledger.events, close('a', moneyText(amount), { kind: 'INCREASE', date, seq: ledger.events.length })],
    };
  }
  if (kind === 'VALUE') {
    const value = createValuation(security, date, moneyText(amount), ledger.valuations.length);
    return { ...ledger, valuations: [...ledger.valuations, value] };
  }
  const holdingId = security === 'stake' ? 'glass' : 'steel';
  const traded = kind === 'BUY' || kind === 'SELL' ? { holdingId, securityId: security } : {};
  const cost = kind === 'SELL' ? { costRelieved: amount.div(2).toDecimalPlaces(2) } : {};
  const posting = postEntry(requestEntry(kind as EntryType, amount, date, { ...traded, ...cost }), {
    ...ledger,
    locked: new Set(),
  });
  if (posting.isErr()) return ledger;
  return { ...ledger, entries: [...ledger.entries, { ...posting.value, id: String(ledger.entries.length) }] };
}
const withClawback = (ledger: VehicleLedger) =>
  withStep(ledger, { kind: 'CLAWBACK', cents: 731n, offset: 400, security: 'shares' });
const texts = (ledger: VehicleLedger, from?: CalendarDate) =>
  computeVehicle(ledger, from).map(({ end, subjects }) => [
    end,
    ...subjects.map((subject) => [
      subject.id,
      ...money(subject, ...moneyFigures),
      subject.irr?.toString(),
      subject.grossIrr?.toString(),
      subject.notDetermined,
    ]),
  ]);
const runs = { numRuns: 30 };

describe('for every history', () => {
  it('partners sum to the vehicle, and its value by roll equals its value by balance', () => {
    fc.assert(
      fc.property(anyHistory, (ledger) => {
        for (const { end, subjects } of computeVehicle(ledger)) {
          const [vehicle] = subjects;
          const partners = subjects.filter(({ subject }) => subject === 'COMMITMENT');
          for (const name of [
            'commitment',
            'contributions',
            'distributions',
            'unfunded',
            'nav',
            'unrealized',
          ] as const) {
            expect(moneyText(sum(partners.map((partner) => partner[name]!)))).toBe(moneyText(vehicle![name]!));
          }
          const entries = ledger.entries.filter(({ booked }) => booked <= end);
          const line = sum(entries.filter(({ type }) => type === 'LINE-DRAW-INV').map(({ amount }) => amount));
          const balance = vehicle!.fairValue!.plus(sum(entries.map(vehicleCash))).minus(line);
          expect(moneyText(balance)).toBe(moneyText(vehicle!.nav!));
          expect(moneyText(vehicle!.navBeforeCarry!)).toBe(moneyText(vehicle!.nav!));
        }
      }),
      runs,
    );
  });

  it('the amounts of a partner and of all partners are the sums of exactly the cash in their rate', () => {
    fc.assert(
      fc.property(anyHistory.map(withClawback), (ledger) => {
        for (const { subjects, capital, end } of computeVehicle(ledger)) {
          const [vehicle, ...others] = subjects;
          const earlier = ledger.events.filter(({ booked }) => booked <= end);
          const states = commitmentsOn(ledger.commitments, earlier, end);
          const measured = new Set(measureVehicle(states, capital).ids);
          const flowsOf = (ids: ReadonlySet<string>) =>
            sum([...capital].flatMap(([id, { flows }]) => (ids.has(id) ? flows.map(({ amount }) => amount) : [])));
          const netOf = ({ distributions, contributions }: Figures) => distributions!.minus(contributions!);
          const all = new Set(capital.keys());
          expect(moneyText(netOf(vehicle!))).toBe(moneyText(flowsOf(all)));
          const own = others.filter(({ subject }) => subject === 'COMMITMENT');
          for (const subjectFigures of own)
            expect(moneyText(netOf(subjectFigures))).toBe(moneyText(flowsOf(new Set([subjectFigures.id]))));
          const net = sum(own.filter(({ id }) => measured.has(id)).map(netOf));
          expect(moneyText(net)).toBe(moneyText(flowsOf(measured)));
        }
      }),
      runs,
    );
  });

  it("every quarter ties out, and an investor with one commitment has that commitment's figures", () => {
    fc.assert(
      fc.property(anyHistory, (ledger) => {
        const periods = computeVehicle(ledger);
        const positions = ledger.commitments.map((commitment) => ({
          ...commitment,
          investorId: `investor ${commitment.id}`,
        }));
        const commitments = investorPositions({ ...ledger, commitments: positions }, periods);
        const from = periods[0]?.end ?? day('2020-03-31');
        const investors = computeInvestors({ commitments, from, policy: 'ILPA' });
        for (const period of periods) {
          expect(findDifferences(ledger, period.end)).toEqual([]);
          for (const { subject, id, ...figures } of period.subjects) {
            if (subject !== 'COMMITMENT') continue;
            const {
              end: _,
              id: _id,
              subject: _subject,
              ...own
            } = investors.find((investor) => investor.id === `investor ${id}` && investor.end === period.end)!;
            expect(figureTexts(own)).toEqual(figureTexts(figures));
          }
        }
      }),
      runs,
    );
  });

  it('an investor’s figures leave out late funds and those without a value, and can carry late ones forward', () => {
    const [q1, q2] = [day('2020-03-31'), day('2020-06-30')];
    const period = (
      vehicleId: string,
      ends: readonly CalendarDate[],
      called: string,
      nav: string | null,
    ): InvestorPosition => ({
      investorId: 'i',
      vehicleId,
      flows: [{ date: day('2020-01-10'), booked: q1, amount: decimal(called).negated() }],
      periods: ends.map((end) => ({
        end,
        capital: otherCapital({
          end,
          reportedThrough: null,
          commitment: '1000',
          contributions: called,
          distributions: '0',
          recallable: '0',
          unfunded: '0',
          nav: nav ?? '0',
          carryOwed: '0',
          carryPaid: '0',
          unrealized: '0',
        }),
        nav:
          nav === null
            ? err(noNavFailure(end))
            : ok({ amount: decimal(nav), cashSince: zero, rolledForwardFrom: null }),
      })),
    });
    const figuresOf = (...commitments: readonly InvestorPosition[]) =>
      computeInvestors({ commitments, from: q2, policy: 'ILPA' })[0]!;
    const ratios = ({ contributions, nav, tvpi }: Figures) =>
      [contributions, nav, tvpi].map((amount) => amount && Number(amount));
    const [current, late] = [period('A', [q1, q2], '100', '150'), period('B', [q1], '300', '300')];
    const missing = period('C', [q1, q2], '50', null);
    const whole = figuresOf(current, late, missing);
    expect(ratios(whole)).toEqual([100, 150, 1.5]);
    const incomplete = [{ vehicleId: 'C', reason: 'No net asset value on 06/30/2020.', hasValue: true }];
    const lateFund = [{ vehicleId: 'B', lastDate: q1 }];
    expect(whole.coverage).toEqual({ total: 3, excluded: lateFund, incomplete });
    expect(ratios(whole.carried!)).toEqual([400, 450, 1.125]);
    expect(whole.carried?.coverage).toEqual({ total: 3, excluded: [], incomplete, carried: lateFund });
    // A late fund that was worth nothing is not late.
    expect(figuresOf(current, period('B', [q1], '300', '0'))).toMatchObject({ coverage: null, carried: null });
    // A late fund is left out even if no other fund has all amounts.
    const missingFigures = figuresOf(late, missing);
    expect([ratios(missingFigures), missingFigures.coverage]).toEqual([
      [50, null, null],
      { total: 2, excluded: lateFund },
    ]);
    expect(ratios(missingFigures.carried!)).toEqual([300, 300, 1]);
    expect(missingFigures.notDetermined[0]?.message).toBe(
      'No fund of this investor has a net asset value on 06/30/2020.',
    );
  });

  it('a figure that nobody reported for one vehicle leaves out only that vehicle, in only that figure', () => {
    const [q1, q2] = ['2020-03-31', '2020-06-30'].map(day) as [CalendarDate, CalendarDate];
    const vehicle = (vehicleId: string, unfunded: string | null, last = q2): InvestorPosition => ({
      investorId: 'i',
      vehicleId,
      // Cash of a reported vehicle isn't known by date.
      flows: unfunded === null ? [] : [{ date: day('2020-01-10'), booked: q1, amount: decimal(-100) }],
      periods: [q1, q2]
        .filter((end) => end <= last)
        .map((end) => ({
          end,
          capital: otherCapital({
            end,
            reportedThrough: null,
            commitment: '1000',
            contributions: '100',
            distributions: '20',
            recallable: unfunded === null ? null : '0',
            unfunded,
            nav: '150',
            carryOwed: '0',
            carryPaid: unfunded === null ? null : '0',
            unrealized: '0',
          }),
          nav: ok({ amount: decimal(150), cashSince: zero, rolledForwardFrom: null }),
        })),
    });
    const at = (...commitments: readonly InvestorPosition[]) =>
      computeInvestors({ commitments, from: q2, policy: 'ILPA' })[0]!;
    const texts = ({ commitment, contributions, unfunded, nav, irr, tvpi }: Figures) => [
      ...[commitment, contributions, unfunded, nav, tvpi].map((figure) => figure && Number(figure)),
      irr !== null,
    ];
    const reported = at(vehicle('A', '900'), vehicle('R', null));
    expect(texts(reported)).toEqual([2000, 200, 900, 300, 1.7, true]);
    // Of half a year.
    expect(reported.irrAnnualized).toBe(false);
    expect(reported.notDetermined).toEqual([]);
    const partly = [
      { vehicleId: 'R', figures: ['recallable', 'unfunded', 'navBeforeCarry', 'carryPaid', 'unrealized', 'irr'] },
    ];
    const inOrder = (all: Pick<InvestorFigures, 'coverage'>) =>
      all.coverage?.partly?.map(({ vehicleId, figures }) => ({ vehicleId, figures: figures.toSorted() }));
    const sorted = partly.map(({ vehicleId, figures }) => ({ vehicleId, figures: figures.toSorted() }));
    expect([reported.coverage?.total, reported.coverage?.excluded, inOrder(reported)]).toEqual([2, [], sorted]);
    // Carried forward, a late vehicle counts in the figures that were reported for it, and only there.
    const late = at(vehicle('A', '900'), vehicle('R', null, q1));
    expect(texts(late)).toEqual([1000, 100, 900, 150, 1.7, true]);
    expect(texts(late.carried!)).toEqual([2000, 200, 900, 300, 1.7, true]);
    const lateFund = [{ vehicleId: 'R', lastDate: q1 }];
    expect(late.coverage).toEqual({ total: 2, excluded: lateFund });
    expect([late.carried?.coverage?.carried, inOrder(late.carried!)]).toEqual([lateFund, sorted]);
    // If it was reported for no vehicle, the figure isn't determined, and says why.
    const withoutFigures = at(vehicle('R', null), vehicle('S', null));
    expect([withoutFigures.unfunded, withoutFigures.coverage]).toEqual([null, null]);
    const reasons = withoutFigures.notDetermined.filter(({ field }) =>
      ['unfunded', 'unrealized', 'irr'].includes(field),
    );
    expect(reasons.map(({ message }) => message).toSorted()).toEqual([
      'No cash flows or rate were reported, so there is no IRR.',
      'Not reported for this fund.',
      'The unfunded commitment was not reported for this fund.',
    ]);
  });

  it('amounts and multiples are of the funds that have all amounts, so that one results from the other', () => {
    const end = day('2020-03-31');
    const vehicle = (
      vehicleId: string,
      reported: Readonly<Partial<Record<'contributions' | 'distributions', null>>> = {},
      nav: string | null = '150',
    ) => {
      const capital = otherCapital({
        end,
        reportedThrough: null,
        commitment: '1000',
        contributions: '100',
        distributions: '20',
        recallable: null,
        unfunded: '900',
        nav: nav ?? '0',
        carryOwed: '0',
        carryPaid: null,
        unrealized: null,
        ...reported,
      });
      const missing = err(fail('NAV_MISSING', ['nav'], 'missing'));
      const value = nav === null ? missing : ok({ amount: decimal(nav), cashSince: zero, rolledForwardFrom: null });
      return { investorId: 'i', vehicleId, flows: [], periods: [{ end, capital, nav: value }] };
    };
    const at = (...commitments: readonly InvestorPosition[]) =>
      computeInvestors({ commitments, from: end, policy: 'ILPA' })[0]!;
    const texts = ({ commitment, contributions, distributions, nav, tvpi, dpi }: Figures) =>
      [commitment, contributions, distributions, nav, tvpi, dpi].map((figure) => figure && Number(figure));
    const whole = at(vehicle('A'), vehicle('B', { distributions: null }), vehicle('C'));
    expect(texts(whole)).toEqual([2000, 200, 40, 300, 1.7, 0.2]);
    expect(whole.coverage).toEqual({
      total: 3,
      excluded: [],
      incomplete: [{ vehicleId: 'B', reason: 'Distributions weren’t reported for this fund.', hasValue: true }],
    });
    expect(
      at(vehicle('A'), vehicle('B', { contributions: null, distributions: null }, '0')).coverage?.incomplete,
    ).toEqual([
      { vehicleId: 'B', reason: 'Contributions and distributions weren’t reported for this fund.', hasValue: false },
    ]);
    // If none has all, each amount is of the funds that have it, and no multiple would result from the amounts.
    const missing = at(vehicle('A', { contributions: null }), vehicle('B', { distributions: null }));
    expect(texts(missing)).toEqual([2000, 100, 20, 300, null, null]);
    expect(missing.coverage?.partly).toEqual([
      { vehicleId: 'A', figures: ['contributions'] },
      { vehicleId: 'B', figures: ['distributions'] },
    ]);
    expect(missing.notDetermined.find(({ field }) => field === 'tvpi')?.message).toBe(
      'No fund has all amounts, so there is no multiple.',
    );
    // A fund with a value but without contributions doesn't displace those without a value, nor the other way around.
    expect(texts(at(vehicle('A', { contributions: null }), vehicle('B', {}, null)))).toEqual([
      2000,
      100,
      40,
      150,
      null,
      null,
    ]);
  });

  it('a pool of one vehicle has its figures, and two identical ones have twice its amounts and the same returns [G-P-014]', () => {
    fc.assert(
      fc.property(anyHistory, (ledger) => {
        const everybody = computeVehicle(includeAllPartners(ledger));
        for (const { end, subjects, capital } of computeVehicle(ledger)) {
          const [{ subject: _, id: _id, ...own }] = subjects as [SubjectFigures, ...SubjectFigures[]];
          const earlier = ledger.events.filter(({ booked }) => booked <= end);
          const commitments = commitmentsOn(ledger.commitments, earlier, end).map(({ id, paysFee }) => ({
            ...capital.get(id)!,
            paysFee,
          }));
          const paying = feePaying(commitments.filter(hasCapital));
          const sumOf = (accounts: readonly Capital[]) =>
            accounts.reduce<CapitalSum>((sum, account) => sum.add(account), new CapitalSum());
          const part: PooledPart = {
            name: 'fund',
            commitments,
            amounts: sumOf(paying.isFeeFree ? commitments : paying.commitments),
            hasNav: true,
            trades: ledger.entries.filter(
              ({ booked, type, holdingId }) =>
                booked <= end && holdingId !== null && (type === 'BUY' || type === 'SELL' || type.startsWith('INC-')),
            ),
            gross: own,
          };
          const allPartners = figureTexts(pooledFigures([{ ...part, amounts: sumOf(commitments) }], end, 'ILPA', true));
          for (const name of ['commitment', 'contributions', 'distributions', 'unfunded', 'nav'] as const)
            expect([name, allPartners[name]]).toEqual([name, figureTexts(own)[name]]);
          const together = everybody.find((period) => period.end === end)!.subjects[0]!;
          for (const name of ['irr', 'dpi', 'rvpi', 'tvpi'] as const)
            expect([name, allPartners[name]]).toEqual([name, figureTexts(together)[name]]);
          // Amounts and multiples have the same basis.
          const pooledFigure = pooledFigures([part], end, 'ILPA');
          if (pooledFigure.tvpi !== null && pooledFigure.contributions!.gt(0))
            expect(
              pooledFigure.distributions!.plus(pooledFigure.nav!).div(pooledFigure.contributions!).toFixed(10),
            ).toBe(pooledFigure.tvpi.toFixed(10));
          for (const name of ['irr', 'tvpi', 'dpi', 'rvpi', 'pic', 'grossIrr', 'grossMoic', 'fairValue'] as const)
            expect([name, figureTexts(pooledFigure)[name]]).toEqual([name, figureTexts(own)[name]]);
          // Figures that depend on an amount of a part that wasn't reported aren't determined.
          const unvalued = { ...part, name: 'other', gross: { ...own, fairValue: null } };
          const { fairValue, grossMoic, grossIrr, invested, notDetermined } = pooledFigures(
            [part, unvalued],
            end,
            'ILPA',
          );
          expect([fairValue, grossMoic, grossIrr, invested?.eq(own.invested!.times(2))]).toEqual([
            null,
            null,
            null,
            true,
          ]);
          const gross = ['fairValue', 'grossMoic', 'grossIrr'] as const;
          expect(gross.map((name) => notDetermined.find(({ field }) => field === name)?.message)).toEqual(
            gross.map(() => 'The holdings of other weren’t fully reported.'),
          );
          const two = pooledFigures([part, part], end, 'ILPA');
          expect([two.nav, two.contributions, two.invested].map((amount) => moneyText(amount!))).toEqual(
            [pooledFigure.nav, pooledFigure.contributions, pooledFigure.invested].map((amount) =>
              moneyText(amount!.times(2)),
            ),
          );
          for (const name of ['irr', 'grossIrr', 'tvpi'] as const) {
            const [pooled, single] = [two[name], own[name]];
            // A rate is accurate to 1e-12.
            const isSame = pooled && single ? pooled.minus(single).abs().lte('1e-11') : pooled === single;
            expect([name, isSame]).toEqual([name, true]);
          }
        }
      }),
      runs,
    );
  });

  it('the tie-outs report a share that does not belong to its entry', () => {
    const [entry, ...rest] = fund.entries;
    const [share, ...others] = entry!.shares;
    const broken = {
      ...fund,
      entries: [{ ...entry!, shares: [{ ...share!, amount: share!.amount.plus('0.01') }, ...others] }, ...rest],
    };
    const end = computeVehicle(broken).at(-1)!.end;
    const differences = findDifferences(broken, end);
    expect([...new Set(differences.map(([id]) => id))]).toEqual(['T4', 'T8']);
    expect(differences).toContainEqual([
      'T4',
      'ITD, row 13, Contributions – Cash & Non-Cash: 409.01, should be 409.00, difference 0.01',
    ]);
    expect(differences.at(-1)).toEqual(['T8', 'CALL-INV 2020-01-10: 400.01, should be 400.00, difference 0.01']);
  });

  it('T9 reports disbursed carry that is missing in the ledger, but not one that the ledger has later', () => {
    const end = computeVehicle(fund).at(-1)!.end;
    const payment: CarryPayment = {
      kind: 'DISTRIBUTION',
      runId: 'd',
      name: 'First',
      row: 0,
      date: end,
      amount: decimal('25'),
    };
    expect(findDifferences(fund, end, [payment]).at(-1)).toEqual([
      'T9',
      `Carry paid (not in the ledger: First of ${end}): 6.00, should be 31.00, difference (25.00)`,
    ]);
    const clawback: CarryPayment = { ...payment, kind: 'LEDGER_RUN', name: 'Guarantee' };
    expect(findDifferences(fund, end, [clawback]).at(-1)).toEqual([
      'T9',
      `Clawback returned (not in the ledger: Guarantee of ${end}): 0.00, should be 25.00, difference (25.00)`,
    ]);
  });

  it("the carry shares of a holding add up as displayed, with the general partner's part by its commitment", () => {
    const metrics = carryMetrics(fund, computeVehicle(fund).at(-1)!).get('steel')!;
    expect(metrics.map(({ code, total, gp, jv }) => [code, ...[total, gp!, jv!].map(moneyText)])).toEqual([
      ['INV', '400.00', '40.00', '360.00'],
      ['REAL', '170.00', '17.00', '153.00'],
      ['UNREAL', '390.00', '39.00', '351.00'],
      ['TOTAL', '560.00', '56.00', '504.00'],
      ['GAIN', '160.00', '16.00', '144.00'],
      ['MULT', '1.40', '1.40', '1.40'],
    ]);
    // Without a fair value, as a data transfer can send a holding, only the amounts paid and received are metrics.
    const period = computeVehicle(fund).at(-1)!;
    const subjects = period.subjects.map((figures) => ({ ...figures, fairValue: null }));
    const withoutValue = carryMetrics(fund, { ...period, subjects }).get('steel')!;
    expect(withoutValue.map(({ code }) => code)).toEqual(['INV', 'REAL']);
  });

  it('a later quarter adds to the earlier figures and changes no quarter before it', () => {
    fc.assert(
      fc.property(anyHistory, (ledger) => {
        const all = texts(ledger);
        const last = all.at(-1)?.[0] as CalendarDate | undefined;
        if (last === undefined) return;
        const earlier: VehicleLedger = {
          ...ledger,
          events: ledger.events.filter(({ booked }) => booked < last),
          entries: ledger.entries.filter(({ booked }) => booked < last),
          valuations: ledger.valuations.filter(({ booked }) => booked < last),
        };
        const before = texts(earlier);
        const ids = new Set(before.flat(1).map((row) => row?.[0]));
        const asThen = all
          .slice(0, before.length)
          .map(([end, ...rows]) => [end, ...rows.filter(([id]) => ids.has(id))]);
        expect(asThen).toEqual(before);
        expect(texts(ledger, last)).toEqual(all.slice(-1));
      }),
      runs,
    );
  });

  it('the order of posting changes no cent', () => {
    fc.assert(
      fc.property(anyHistory, fc.integer({ min: 1, max: 13 }), (ledger, by) => {
        const turned = <T>(all: readonly T[]) =>
          [...all.slice(by % (all.length || 1)), ...all.slice(0, by % (all.length || 1))].reverse();
        const shuffled = {
          ...ledger,
          commitments: turned(ledger.commitments),
          events: turned(ledger.events),
          entries: turned(ledger.entries),
          securities: turned(ledger.securities),
          valuations: turned(ledger.valuations),
        };
        expect(texts(shuffled)).toEqual(texts(ledger));
      }),
      runs,
    );
  });

  it('a reversal restores every figure', () => {
    fc.assert(
      fc.property(anyHistory, fc.nat(), (ledger, pick) => {
        if (ledger.entries.length === 0) return;
        const without = ledger.entries[pick % ledger.entries.length]!;
        const turned = reverseEntry(without, { ...ledger, locked: new Set() });
        if (turned.isErr()) return;
        const restored: LedgerEntry = { ...turned.value, id: 'reversal' };
        const then = texts({ ...ledger, entries: ledger.entries.filter((entry) => entry !== without) });
        const now = texts({ ...ledger, entries: [...ledger.entries, restored] });
        const ends = new Set(then.map(([end]) => end));
        expect(now.filter(([end]) => ends.has(end))).toEqual(then);
      }),
      runs,
    );
  });
});
