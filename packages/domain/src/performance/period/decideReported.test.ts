import { calendarDate, decimal } from '@carrara/domain/kernel';
import { describe, expect, it } from 'vitest';
import {
  decideFundPeriod,
  decideReported,
  decideReportedChanges,
  decideReportedReversal,
  type FigureToReport,
  type NewReport,
  type ReportedChange,
} from './index.ts';

const reporting = { newId: () => 'new', warningsConfirmed: false };
const end = calendarDate('2024-06-30');
const refused = (failures: readonly { readonly code: string; readonly path: readonly unknown[] }[]) =>
  failures.map(({ code, path }) => `${code} ${path.join('.')}`);
const nav: NewReport = {
  id: 'nav',
  commitmentId: null,
  figure: 'nav',
  date: end,
  value: decimal('100'),
  booked: end,
  seq: 1,
  reversalOf: null,
  source: null,
  description: null,
};
const ledger = { commitments: [{ id: 'a' }], events: [], reported: [nav], locked: new Set<typeof end>() };
const transferred = { ...nav, source: { kind: 'TRANSFER', id: 't', row: 1 } as const };

describe('reported figures', () => {
  const input: FigureToReport = {
    commitmentId: 'a',
    figure: 'nav',
    date: end,
    value: decimal('50'),
    bookedPeriod: null,
    description: null,
  };

  it('belong to the vehicle or to one of its commitments, each once', () => {
    expect(decideReported([input], ledger, reporting)._unsafeUnwrap()).toMatchObject([{ id: 'new', booked: end }]);
    expect(refused(decideReported([input, input], ledger, reporting)._unsafeUnwrapErr())).toEqual([
      'REPEATED figures.1.date',
    ]);
    expect(refused(decideReported([{ ...input, commitmentId: 'b' }], ledger, reporting)._unsafeUnwrapErr())).toEqual([
      'NOT_FOUND figures.0.commitmentId',
    ]);
  });

  it('are possible, and not of a date that has not come', () => {
    const codes = (figure: FigureToReport['figure'], value: string, today = end) =>
      decideReported([{ ...input, figure, value: decimal(value) }], { ...ledger, today }, reporting).match(
        () => [],
        (failures) => failures.map(({ code, path, detail }) => [code, path.join('.'), detail]),
      );
    expect(codes('irr', '-100')).toEqual([]);
    expect(codes('irr', '-100.01')).toEqual([
      ['INVALID_VALUE', 'figures.0.value', 'Net IRR can’t be below -100%. Check the value and its sign.'],
    ]);
    expect(codes('tvpi', '-0.1')).toEqual([]);
    const impossible = (code: string, text: string) => [[code, 'figures.0.value', text]];
    const check = 'Check the value and its sign.';
    expect(codes('dpi', '-0.1')).toEqual(
      impossible('NEGATIVE_AMOUNT', `DPI can’t be negative, because distributions can’t. ${check}`),
    );
    expect(codes('unfunded', '-0.01')).toEqual(
      impossible('NEGATIVE_AMOUNT', `An unfunded commitment can’t be negative. ${check}`),
    );
    for (const [figure, title] of [
      ['contributions', 'Contributions'],
      ['distributions', 'Distributions'],
    ] as const) {
      expect(codes(figure, '0')).toEqual([]);
      expect(codes(figure, '-5')).toEqual(
        impossible('NEGATIVE_AMOUNT', `${title} are the total since inception and can’t be negative. ${check}`),
      );
    }
    for (const [figure, title] of [
      ['dpi', 'DPI'],
      ['tvpi', 'TVPI'],
    ] as const) {
      expect(codes(figure, '10000')).toEqual([]);
      expect(codes(figure, '999999999')).toEqual(
        impossible(
          'INVALID_VALUE',
          `${title} can’t be more than 10,000x. Enter a multiple such as 1.35, not an amount or a percentage.`,
        ),
      );
    }
    expect(codes('nav', '1', calendarDate('2024-06-29'))).toEqual([
      ['DATE_TOO_LATE', 'figures.0.date', '06/30/2024 is in the future. Choose today or earlier.'],
    ]);
  });

  it('can be a negative TVPI only with a negative NAV, of the same request or reported before', () => {
    const tvpi = { ...input, commitmentId: null, figure: 'tvpi', value: decimal('-1') } as const;
    const texts = (figures: readonly FigureToReport[], reported: readonly NewReport[] = [nav]) =>
      decideReported(figures, { ...ledger, reported }, reporting).match(
        () => [],
        (failures) => failures.map(({ code, path, detail }) => [code, path.join('.'), detail]),
      );
    const refusedFor = (amount: string) => [
      [
        'NEGATIVE_AMOUNT',
        'figures.0.value',
        `TVPI can’t be negative if NAV is ${amount}. Check both values and their signs.`,
      ],
    ];
    expect(texts([tvpi])).toEqual(refusedFor('100.00'));
    expect(texts([tvpi], [])).toEqual([]);
    expect(texts([{ ...tvpi, commitmentId: 'a' }])).toEqual([]);
    expect(texts([tvpi, { ...tvpi, figure: 'nav', value: decimal('-20') }], [])).toEqual([]);
    expect(texts([tvpi, { ...tvpi, figure: 'nav', value: decimal('20') }], [])).toEqual(refusedFor('20.00'));
    const cell = { commitmentId: null, path: ['tvpi'], quarterPath: ['end'] };
    const changes = [
      { ...cell, figure: 'tvpi', value: '-1' },
      { ...cell, figure: 'nav', value: '-20' },
    ] as const;
    expect(decideReportedChanges(changes, { ...ledger, reported: [] }, end, reporting).isOk()).toBe(true);
    expect(refused(decideReportedChanges(changes.slice(0, 1), ledger, end, reporting)._unsafeUnwrapErr())).toEqual([
      'NEGATIVE_AMOUNT tvpi',
    ]);
  });

  it('can be withdrawn even if they are impossible', () => {
    const impossible = { ...nav, figure: 'dpi', value: decimal('-1') } as const;
    const path = ['value'];
    const change = { commitmentId: null, figure: 'dpi', value: null, path, quarterPath: path } as const;
    const withdrawal = decideReportedChanges([change], { ...ledger, reported: [impossible] }, end, reporting);
    expect(withdrawal._unsafeUnwrap()).toMatchObject([{ reversalOf: 'nav' }]);
  });

  it('are withdrawn once, unless they came with a data transfer', () => {
    const reversal = decideReportedReversal(nav, ledger, 'A mistake', reporting.newId)._unsafeUnwrap();
    expect(reversal).toMatchObject({ id: 'new', reversalOf: 'nav', description: 'A mistake' });
    const codes = (report: NewReport, reported = [nav]) =>
      refused(decideReportedReversal(report, { ...ledger, reported }, '', reporting.newId)._unsafeUnwrapErr());
    expect(codes(reversal)).toEqual(['REVERSAL_FIXED ']);
    expect(codes(nav, [nav, reversal])).toEqual(['ALREADY_REVERSED ']);
    expect(codes(transferred)).toEqual(['TRANSFERRED ']);
  });
});

describe('changes of a quarter’s reported figures', () => {
  const change = { commitmentId: null, figure: 'nav' as const, value: '120', path: ['nav'], quarterPath: ['end'] };
  const decide = (more: Partial<ReportedChange>) =>
    decideReportedChanges([{ ...change, ...more }], ledger, end, reporting);

  it('are the differences from the effective figures', () => {
    expect(decide({})._unsafeUnwrap()).toMatchObject([{ value: decimal('120'), reversalOf: null }]);
    expect(decide({ value: '100.00' })._unsafeUnwrap()).toEqual([]);
    expect(decide({ value: null })._unsafeUnwrap()).toMatchObject([{ reversalOf: 'nav' }]);
    expect(decide({ figure: 'nav', expected: 'nav' }).isOk()).toBe(true);
    expect(refused(decide({ expected: null })._unsafeUnwrapErr())).toEqual(['STALE_VERSION nav']);
  });

  it('are refused for a locked quarter, with the quarter', () => {
    const locked = { ...ledger, locked: new Set([end]) };
    expect(refused(decideFundPeriod([], locked, end, ['end'], reporting)._unsafeUnwrapErr())).toEqual([
      'PERIOD_LOCKED end',
    ]);
    expect(decideFundPeriod([change], ledger, end, ['end'], reporting)._unsafeUnwrap()).toHaveLength(1);
  });

  it('keep figures of a data transfer', () => {
    const theirs = { ...ledger, reported: [transferred] };
    expect(refused(decideReportedChanges([change], theirs, end, reporting)._unsafeUnwrapErr())).toEqual([
      'TRANSFERRED nav',
    ]);
  });
});
