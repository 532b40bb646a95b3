import { calendarDate, decimal } from '@carrara/domain/kernel';
import { describe, expect, it } from 'vitest';
import type { CommitmentEvent } from '../ledger/index.ts';
import {
  contradictedRow,
  decideReported,
  decideReportedChanges,
  isTvpiTied,
  type NewReport,
  type ReportedFacts,
  type ReportedName,
  reportedWarnings,
  withComputedFigures,
} from './index.ts';
import { figuresAt, fund, money } from './vehicleLedger.fixture.ts';

const date = calendarDate('2024-06-30');
type Figures = Readonly<Partial<Record<ReportedName, string>>>;
const listed = (figures: Figures, commitmentId: string | null = null) =>
  Object.entries(figures).map(([figure, value]) => ({
    commitmentId,
    figure: figure as ReportedName,
    date,
    value: decimal(value),
  }));
const close: CommitmentEvent = {
  id: 'e',
  commitmentId: 'a',
  kind: 'CLOSE',
  date: calendarDate('2020-01-01'),
  amount: decimal('100'),
  paysFee: null,
  paysCarry: null,
  holdingId: null,
  seq: 1,
  reversalOf: null,
};
const facts = { events: [], firstClose: null };
/** Returns the warnings about figures, each with the figure that it is displayed at. */
const warned = (figures: Figures, counting: Figures = {}, more: Partial<Parameters<typeof reportedWarnings>[2]> = {}) =>
  reportedWarnings(listed(figures), listed(counting), { ...facts, ...more }).map(
    ({ entered, text }) => `${entered.figure}: ${text}`,
  );

describe('warnings about reported figures', () => {
  const dpi = ['dpi: DPI is 3x, but distributions of 10.00 / contributions of 100.00 is 0.1x.'];
  const sums = { distributions: '10', contributions: '100' };

  it('name the figures that contradict each other, their values and the computed one', () => {
    expect(warned({ dpi: '3', ...sums })).toEqual(dpi);
    expect(warned({ tvpi: '1.5', nav: '110', ...sums })).toEqual([
      'tvpi: TVPI is 1.5x, but (distributions of 10.00 + NAV of 110.00) / contributions of 100.00 is 1.2x.',
    ]);
    expect(warned({ tvpi: '1.5', nav: '110', dpi: '0.1', contributions: '100' })).toEqual([
      'tvpi: TVPI is 1.5x, but DPI of 0.1x + NAV of 110.00 / contributions of 100.00 is 1.2x.',
    ]);
    expect(warned({ tvpi: '1.5', nav: '110', dpi: '1.6' })).toEqual([
      'tvpi: TVPI is 1.5x, but NAV of 110.00 doesn’t fit DPI of 1.6x: TVPI - DPI is -0.1x, which must have the sign of NAV.',
    ]);
    expect(warned({ tvpi: '1.5', nav: '0', dpi: '1.5' })).toEqual([]);
    expect(warned({ tvpi: '1.5', nav: '0', dpi: '1.4' })).toHaveLength(1);
    expect(warned({ tvpi: '1.2', nav: '120', dpi: '0.1', ...sums, distributions: '0' })).toEqual([
      'dpi: DPI is 0.1x, but distributions of 0.00 / contributions of 100.00 is 0x.',
    ]);
  });

  it('include a multiple next to a negative NAV, unless distributions explain it', () => {
    expect(warned({ tvpi: '1.2', nav: '-50' })).toEqual([
      'tvpi: TVPI is 1.2x, but NAV of (50.00) makes TVPI lower than DPI. Check both, or report DPI too.',
    ]);
    expect(warned({ tvpi: '1.2', nav: '-50', distributions: '20' })).toHaveLength(1);
    expect(warned({ tvpi: '1.2', nav: '-50', distributions: '60' })).toEqual([]);
    expect(warned({ tvpi: '1.2', nav: '-50', dpi: '1.3' })).toEqual([]);
    expect(warned({ tvpi: '-0.1', nav: '-50' })).toEqual([]);
  });

  it('compare a multiple in the decimals that it is published with', () => {
    const third = { contributions: '3', distributions: '1' };
    for (const [value, count] of [
      ['0.33', 0],
      ['0.333', 0],
      ['0.3333', 0],
      ['0.33333', 0],
      ['0.34', 1],
      ['0.3334', 1],
      ['0.3', 1],
    ] as const)
      expect([value, warned({ dpi: value, ...third }).length]).toEqual([value, count]);
    expect(isTvpiTied({ tvpi: decimal('1.33'), nav: decimal('3'), contributions: decimal('3') })).toBeUndefined();
  });

  it('compare the figures of a vehicle with those of its only commitment', () => {
    const own = listed({ ...sums, nav: '110' }, 'a');
    const [whole, both] = [listed({ tvpi: '9.9' }), { ...facts, events: [close] }];
    const text = 'TVPI is 9.9x, but (distributions of 10.00 + NAV of 110.00) / contributions of 100.00 is 1.2x.';
    const texts = (...parameters: Parameters<typeof reportedWarnings>) =>
      reportedWarnings(...parameters).map((found) => found.text);
    expect(texts(whole, own, both)).toEqual([text]);
    expect(texts([...own, ...whole], [], both)).toEqual([text]);
    expect(texts(listed({ nav: '110' }, 'a'), [...listed(sums), ...whole], both)).toEqual([text]);
    const second = { ...close, id: 'f', commitmentId: 'b', seq: 2 };
    expect(texts(whole, own, { ...facts, events: [close, second] })).toEqual([]);
  });

  it('compare the unfunded commitment with the reported or the stored commitment', () => {
    const text = ['unfunded: Unfunded is 100.01, more than the commitment of 100.00.'];
    expect(warned({ unfunded: '100.01', commitment: '100' })).toEqual(text);
    expect(warned({ unfunded: '100.01' }, {}, { events: [close] })).toEqual(text);
    expect(warned({ unfunded: '100.01' }, { commitment: '200' }, { events: [close] })).toEqual([]);
    expect(warned({ unfunded: '100' }, {}, { events: [close] })).toEqual([]);
    expect(warned({ unfunded: '100.01' }, {}, { events: [close], navBasis: 'REPORTED' })).toEqual(text);
    const larger = [{ ...listed({ commitment: '200' })[0]!, date: calendarDate('2024-03-31') }];
    const whole = listed({ unfunded: '150' });
    expect(reportedWarnings(whole, larger, { ...facts, events: [close], navBasis: 'REPORTED' })).toEqual([]);
    const own = listed({ unfunded: '100.01' }, 'a');
    expect(reportedWarnings(own, [], { ...facts, events: [close], navBasis: 'REPORTED' })).toHaveLength(1);
    expect(reportedWarnings(listed({ unfunded: '100.01' }, 'b'), [], { ...facts, events: [close] })).toEqual([]);
  });

  it('compare a reported commitment with the ledger', () => {
    expect(warned({ commitment: '120' }, {}, { events: [close] })).toEqual([
      'commitment: Commitment is 120.00, but the ledger has 100.00 on 06/30/2024.',
    ]);
    expect(warned({ commitment: '100' }, {}, { events: [close] })).toEqual([]);
    expect(warned({ commitment: '120' }, {}, { events: [close], navBasis: 'REPORTED' })).toEqual([]);
  });

  it('mark displayed multiples that don’t match the amounts next to them', () => {
    const row = { recallable: null, contributions: '100.00', distributions: '20.00', nav: '120.00' };
    expect(contradictedRow({ ...row, tvpi: '1.55', dpi: '0.3' })).toBe(
      'Reported TVPI of 1.55x doesn’t match the amounts, which give 1.4x. Reported DPI of 0.3x doesn’t match the amounts, which give 0.2x',
    );
    expect(contradictedRow({ ...row, tvpi: '1.4', dpi: '0.2' })).toBeNull();
    expect(contradictedRow({ ...row, nav: null, tvpi: '1.55', dpi: null })).toBeNull();
    // A ledger can count recallable distributions differently.
    expect(contradictedRow({ ...row, recallable: '5.00', tvpi: '1.55' })).toBeNull();
  });

  it('include DPI above TVPI without a negative NAV', () => {
    expect(warned({ dpi: '2', tvpi: '1.2' })).toEqual([
      'dpi: DPI is 2x, more than TVPI of 1.2x. That needs a negative NAV.',
    ]);
    expect(warned({ dpi: '1.2', tvpi: '1.2' })).toEqual([]);
    expect(warned({ dpi: '2', tvpi: '1.2', nav: '-5' })).toEqual([]);
  });

  it('include a value of less than a tenth or more than ten times the one before', () => {
    expect(warned({ nav: '1' }, { nav: '44000000' })).toEqual([
      'nav: NAV is 1.00, less than a tenth of 44,000,000.00, which it replaces.',
    ]);
    expect(warned({ tvpi: '15.1' }, { tvpi: '1.5' })).toEqual([
      'tvpi: TVPI is 15.1x, more than ten times 1.5x, which it replaces.',
    ]);
    const before = listed({ nav: '100', distributions: '1' }).map((figure) => ({
      ...figure,
      date: calendarDate('2024-03-31'),
    }));
    const texts = (figures: Figures) => reportedWarnings(listed(figures), before, facts).map(({ text }) => text);
    expect(texts({ nav: '1000.01' })).toEqual([
      'NAV is 1,000.01, more than ten times 100.00, reported for 03/31/2024.',
    ]);
    expect([...texts({ nav: '1000' }), ...texts({ nav: '10' }), ...texts({ nav: '0' })]).toEqual([]);
    // Totals can grow a lot in one quarter.
    expect(texts({ distributions: '50' })).toEqual([]);
  });

  it('include a negative NAV after a positive one', () => {
    expect(warned({ nav: '-95' }, { nav: '100' })).toEqual([
      'nav: NAV is (95.00), with the opposite sign of 100.00, which it replaces.',
    ]);
    const before = listed({ nav: '100' }, 'a').map((figure) => ({ ...figure, date: calendarDate('2024-03-31') }));
    const texts = (value: string) =>
      reportedWarnings(listed({ nav: value }, 'a'), before, facts).map(({ text }) => text);
    expect(texts('-95')).toEqual(['NAV is (95.00), with the opposite sign of 100.00, reported for 03/31/2024.']);
    expect(warned({ nav: '95' }, { nav: '-100' })).toEqual([]);
  });

  it('include a NAV far from the ledger’s, of the fund or of a partner', () => {
    const end = '2021-06-30';
    const own = withComputedFigures(fund);
    const texts = (ledger: ReportedFacts, value: string, commitmentId: string | null, date = end) =>
      reportedWarnings(
        listed({ nav: value }, commitmentId).map((figure) => ({ ...figure, date: calendarDate(date) })),
        [],
        ledger,
      ).map(({ text }) => text);
    expect(money(figuresAt(fund, end)('fund'), 'nav')).toEqual(['394.00']);
    expect(texts(own, '5', null)).toEqual(['NAV is 5.00, less than a tenth of 394.00, the ledger’s NAV.']);
    expect(texts(own, '-300', null)).toEqual(['NAV is (300.00), with the opposite sign of 394.00, the ledger’s NAV.']);
    expect(texts(own, '39.4', null)).toEqual([]);
    const [partner] = money(figuresAt(fund, end)('a'), 'nav');
    expect(texts(own, '9999', 'a')).toEqual([`NAV is 9,999.00, more than ten times ${partner!}, the ledger’s NAV.`]);
    // Only a quarter end has a NAV by the ledger, and only the ledger's basis.
    expect(texts(own, '5', null, '2021-06-15')).toEqual([]);
    expect(texts(withComputedFigures({ ...fund, navBasis: 'REPORTED' }), '5', null)).toEqual([]);
  });

  it('include an amount that differs from that of its locked quarter', () => {
    const end = calendarDate('2021-06-30');
    const texts = (amounts: Parameters<typeof listed>[0], locked: readonly (typeof end)[]) =>
      reportedWarnings(
        listed(amounts, null).map((figure) => ({ ...figure, date: end })),
        [],
        withComputedFigures({ ...fund, locked: new Set(locked) }),
      ).map(({ text }) => text);
    expect(texts({ nav: '400' }, [end])).toEqual([
      'The quarter of 06/30/2021 is locked with NAV of 394.00, not 400.00.',
    ]);
    expect([texts({ nav: '394' }, [end]), texts({ nav: '400' }, [])]).toEqual([[], []]);
    const { contributions, unfunded } = figuresAt(fund, end)('fund');
    expect(texts({ contributions: contributions!.toString(), unfunded: unfunded!.toString() }, [end])).toEqual([]);
  });

  it('include contributions of zero with distributions or multiples', () => {
    expect(warned({ contributions: '0', distributions: '5' })).toEqual([
      'contributions: Contributions are 0.00, but distributions are 5.00.',
    ]);
    expect(warned({ tvpi: '1.2' }, { contributions: '0', distributions: '0' })).toEqual([
      'tvpi: Contributions are 0.00, but TVPI is 1.2x.',
    ]);
    expect(warned({ contributions: '0', distributions: '0', dpi: '0' })).toEqual([]);
  });

  it('include totals since inception that fall against the date before', () => {
    const before = listed({ contributions: '100', distributions: '20' }).map((figure) => ({
      ...figure,
      date: calendarDate('2024-03-31'),
    }));
    const texts = (figures: Figures) => reportedWarnings(listed(figures), before, facts).map(({ text }) => text);
    expect(texts({ contributions: '90', distributions: '19.99' })).toEqual([
      'Contributions are 90.00, less than 100.00 on 03/31/2024. They are totals since inception.',
      'Distributions are 19.99, less than 20.00 on 03/31/2024. They are totals since inception.',
    ]);
    expect(texts({ contributions: '100', distributions: '20' })).toEqual([]);
    expect(reportedWarnings(listed({ contributions: '90' }, 'a'), before, facts)).toEqual([]);
  });

  it('include a NAV of a partner before its commitment', () => {
    const events = [{ ...close, date: calendarDate('2024-07-15') }];
    expect(reportedWarnings(listed({ nav: '5' }, 'a'), [], { ...facts, events }).map(({ text }) => text)).toEqual([
      'NAV is dated 06/30/2024, before the partner’s commitment on 07/15/2024.',
    ]);
    expect(reportedWarnings(listed({ nav: '0' }, 'a'), [], { ...facts, events })).toEqual([]);
    expect(reportedWarnings(listed({ nav: '5' }, 'a'), [], { ...facts, events: [close] })).toEqual([]);
  });

  it('include an implausible IRR, and a total loss with a value', () => {
    expect(warned({ irr: '1000' })).toEqual([]);
    expect(warned({ irr: '99999' })).toEqual([
      'irr: Net IRR is 99,999%, more than 1,000%. Enter a percentage such as 13.4.',
    ]);
    expect(warned({ irr: '-100', nav: '0', distributions: '0' })).toEqual([]);
    expect(warned({ irr: '-100', nav: '1' })).toEqual(['irr: Net IRR is -100%, a total loss, but NAV is 1.00.']);
  });

  it('include an IRR and a TVPI of which only one is a gain', () => {
    expect(warned({ irr: '-5', tvpi: '1.2' })).toEqual(['irr: Net IRR is -5%, but TVPI of 1.2x is a gain.']);
    expect(warned({ irr: '5', nav: '70', ...sums })).toEqual(['irr: Net IRR is 5%, but TVPI of 0.8x is a loss.']);
    expect(warned({ tvpi: '0.9' }, { irr: '5' })).toEqual(['tvpi: Net IRR is 5%, but TVPI of 0.9x is a loss.']);
    expect([...warned({ irr: '5', tvpi: '1' }), ...warned({ irr: '-5', tvpi: '0.9' })]).toEqual([]);
  });

  it('include a NAV before carry below NAV, except of a general partner', () => {
    const commitments = [{ id: 'a' }, { id: 'gp', isGp: true }];
    const text = 'NAV before carry is 90.00, less than NAV of 100.00.';
    expect(warned({ nav: '100', navBeforeCarry: '90' })).toEqual([`navBeforeCarry: ${text}`]);
    expect(warned({ nav: '100' }, { navBeforeCarry: '90' })).toEqual([`nav: ${text}`]);
    expect(warned({ nav: '100', navBeforeCarry: '100' })).toEqual([]);
    const warningsAbout = (id: string) =>
      reportedWarnings(listed({ nav: '100', navBeforeCarry: '90' }, id), [], { ...facts, commitments });
    expect(['a', 'gp'].map((id) => warningsAbout(id).length)).toEqual([1, 0]);
  });

  it('include partners that are worth more than their vehicle, once', () => {
    const second = { ...close, id: 'f', commitmentId: 'b', seq: 2 };
    const [nav, events] = [(value: string, id?: string) => listed({ nav: value }, id), [close, second]];
    const texts = (entered: ReturnType<typeof nav>, counting: ReturnType<typeof nav>) =>
      reportedWarnings(entered, counting, { ...facts, events }).map((found) => [
        found.entered.commitmentId,
        found.text,
      ]);
    const text = 'The NAVs of the partners add up to 110.00, more than the vehicle’s NAV of 100.00.';
    const partners = [...nav('60', 'a'), ...nav('50', 'b')];
    expect(texts(partners, nav('100'))).toEqual([['b', text]]);
    expect(texts([...nav('100'), ...partners], [])).toEqual([[null, text]]);
    expect(texts(nav('100'), partners)).toEqual([[null, text]]);
    expect(texts(nav('110'), partners)).toEqual([]);
    // A new value replaces the earlier one.
    expect(texts(nav('40', 'b'), [...nav('100'), ...partners])).toEqual([]);
  });

  it('include a multiple that doesn’t match the amounts that its row displays from earlier reports', () => {
    const before = listed({ ...sums, nav: '110' }).map((figure) => ({ ...figure, date: calendarDate('2024-03-31') }));
    const texts = (figures: Figures) => reportedWarnings(listed(figures), before, facts).map(({ text }) => text);
    expect(texts({ tvpi: '1.5', dpi: '0.1', nav: '115' })).toEqual([
      'Reported TVPI of 1.5x doesn’t match the amounts, which give 1.25x. Last reported: Contributions 03/31/2024, Distributions 03/31/2024.',
    ]);
    expect(texts({ tvpi: '1.25', nav: '115' })).toEqual([]);
    expect(reportedWarnings(listed({ tvpi: '1.5' }, 'a'), before, facts)).toEqual([]);
  });

  it('include a date before the initial close, once for all figures of the date', () => {
    const firstClose = calendarDate('2024-07-01');
    expect(warned({ nav: '1', commitment: '1' }, {}, { firstClose })).toEqual([
      'nav: The figures are dated 06/30/2024, before the initial close on 07/01/2024.',
    ]);
    expect(warned({ nav: '1' }, {}, { firstClose: date })).toEqual([]);
  });

  it('are about entered figures, compared with those that count', () => {
    expect(warned({ dpi: '3' }, sums)).toEqual(dpi);
    expect(warned({ distributions: '10' }, { dpi: '3', contributions: '100' })).toEqual([
      `distributions${dpi[0]!.slice('dpi'.length)}`,
    ]);
    expect(warned({ nav: '5' }, { dpi: '3', ...sums })).toEqual([]);
    expect(reportedWarnings(listed({ dpi: '3' }, 'a'), listed(sums), facts)).toEqual([]);
  });

  it('are confirmed before the figures are saved', () => {
    const newId = () => 'new';
    const ledger = { ...facts, commitments: [], reported: [], locked: new Set<typeof date>() };
    const figures = listed({ ...sums, dpi: '3' }).map((figure) => ({
      ...figure,
      bookedPeriod: null,
      description: null,
    }));
    const entered = (warningsConfirmed: boolean) => decideReported(figures, ledger, { newId, warningsConfirmed });
    expect(entered(false)._unsafeUnwrapErr()).toEqual([
      {
        code: 'WARNINGS_NOT_CONFIRMED',
        path: ['figures', 2, 'value'],
        detail: `${dpi[0]!.slice('dpi: '.length)} Confirm it to save the figures.`,
      },
    ]);
    expect(entered(true)._unsafeUnwrap()).toHaveLength(3);

    const stored = listed(sums).map(
      (figure): NewReport => ({
        ...figure,
        id: figure.figure,
        booked: date,
        seq: 1,
        reversalOf: null,
        source: null,
        description: null,
      }),
    );
    const change = (figure: ReportedName, value: string | null) => ({
      commitmentId: null,
      figure,
      value,
      path: [figure],
      quarterPath: ['end'],
    });
    const changed = (changes: readonly ReturnType<typeof change>[], warningsConfirmed = false) =>
      decideReportedChanges(changes, { ...ledger, reported: stored }, date, { newId, warningsConfirmed }).match(
        (reports) => reports.length,
        (failures) => failures.map(({ code, path }) => `${code} ${path.join('.')}`),
      );
    expect(changed([change('dpi', '3')])).toEqual(['WARNINGS_NOT_CONFIRMED dpi']);
    expect(changed([change('dpi', '3')], true)).toBe(1);
    // A withdrawn figure contradicts nothing.
    expect(changed([change('dpi', '3'), change('distributions', null)])).toBe(2);
    expect(changed([change('dpi', '3'), change('distributions', '300')])).toEqual([
      'WARNINGS_NOT_CONFIRMED distributions',
    ]);
    expect(changed([change('dpi', '3'), change('distributions', '300')], true)).toBe(2);
  });
});
