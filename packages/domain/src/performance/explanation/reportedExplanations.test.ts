import { decimal, significantText } from '@carrara/domain/kernel';
import { expect, it } from 'vitest';
import type { FigureName, ReportedFigure, VehicleLedger } from '../period/index.ts';
import { bookOn, type CountedPart, explainReturns, explainSubject } from './index.ts';
import { countMatchingSteps, close, day, emptyLedger, end, inputOf, ledger, nameOf } from './explanation.fixture.ts';

const reportedOn =
  (date: string) =>
  (figure: ReportedFigure['figure'], value: string, commitmentId: string | null): ReportedFigure => ({
    id: `${figure} ${commitmentId ?? ''}`,
    commitmentId,
    figure,
    date: day(date),
    value: decimal(value),
    booked: day(date),
    seq: 1,
    reversalOf: null,
  });

it('a NAV that is rolled forward is explained by its report and each cash flow since', () => {
  const navOf = (date: string, commitmentId: string | null) => reportedOn(date)('nav', '90', commitmentId);
  const reported = [navOf('2022-05-15', 'a'), navOf('2022-06-30', 'b'), navOf('2022-06-15', null)];
  const book = bookOn({ ...ledger, navBasis: 'REPORTED', reported }, end)!;
  const earlier = bookOn({ ...ledger, vehicleId: 'other', navBasis: 'REPORTED', reported: [navOf(end, 'a')] }, end)!;
  const cashOf = (subject: 'VEHICLE' | 'COMMITMENT' | 'INVESTOR', id: string, parts: readonly CountedPart[]) => {
    const nav = explainSubject({ subject, id, end, parts, nameOf, coversAllPartners: true })!.tree('nav')!;
    expect(countMatchingSteps(nav)).toBeGreaterThan(1);
    const [since] = nav.children;
    return since!.facts!.map((fact) => [fact.kind === 'ENTRY' && fact.record.type, fact.counted.toFixed(2)]);
  };
  const part = (some: typeof book, ...ids: readonly string[]) => ({ book: some, ids: new Set(ids) });
  const ofA = [
    ['DIST-ROC', '-20.00'],
    ['DIST-GAIN', '-24.01'],
    ['EXCESS-INV', '-3.00'],
  ];
  const ofB = ['EXCESS-INV', '-1.50'];
  expect(cashOf('COMMITMENT', 'a', [part(book, 'a')])).toEqual(ofA);
  expect(cashOf('INVESTOR', 'x', [part(book, 'a', 'b'), part(earlier, 'a')])).toEqual([...ofA, ofB]);
  expect(cashOf('VEHICLE', 'fund', [part(book, 'a', 'b', 'gp')])).toEqual([['EXCESS-INV', '-5.00']]);
  // A NAV of the date itself has no cash since.
  const [only] = [explainSubject({ subject: 'COMMITMENT', id: 'a', end, parts: [part(earlier, 'a')], nameOf })!];
  expect(only.tree('nav')).toMatchObject({ result: '90.00', children: [] });
});

it('the return since inception is the rate that was reported for the date', () => {
  const end = day('2021-03-31');
  const irr = reportedOn(end)('irr', '11.5', null);
  const events = ['a', 'b', 'gp'].map((id) => close(id, '300', true));
  const why = (...reported: readonly ReportedFigure[]) => {
    const found = bookOn({ ...emptyLedger, events, navBasis: 'REPORTED', reported }, end)!;
    return explainReturns({ book: found, nameOf });
  };
  const since = why(irr)(['horizon', 'INCEPTION'])!;
  expect(since).toMatchObject({
    result: '0.115',
    formula: 'performance.reported.irr',
    name: 'Net IRR since inception',
  });
  expect(since.facts).toEqual([{ kind: 'REPORTED', record: irr, counted: irr.value }]);
  for (const step of [why(irr)(['horizon', '1Y'])!, why(reportedOn(end)('nav', '90', null))(['horizon', 'INCEPTION'])!])
    expect([step.result, step.whyNot?.code]).toEqual([null, 'NOT_REPORTED']);
});

it('a reported multiple that contradicts the amounts of its date is explained with the computed one', () => {
  const end = day('2021-03-31');
  const reportedFigure = reportedOn(end);
  const reported = [
    reportedFigure('contributions', '30', 'a'),
    reportedFigure('distributions', '10', 'a'),
    reportedFigure('nav', '40', 'a'),
    reportedFigure('dpi', '0.33', 'a'),
    reportedFigure('tvpi', '3', 'a'),
  ];
  const book = bookOn({ ...emptyLedger, navBasis: 'REPORTED', reported }, end)!;
  const parts = [{ book, ids: new Set(['a']) }];
  for (const [subject, id] of [
    ['COMMITMENT', 'a'],
    ['INVESTOR', 'x'],
  ] as const) {
    const { tree } = explainSubject({ subject, id, end, parts, nameOf: (name) => name })!;
    expect(tree('tvpi')?.note).toBe(
      'TVPI is 3x, but (distributions of 10.00 + NAV of 40.00) / contributions of 30.00 is 1.67x. The reported value is used as it was entered.',
    );
    expect(tree('dpi')?.note).toBeUndefined();
  }
});

it('reported figures of a ledger without cash are explained as reported, each as displayed', () => {
  const end = day('2021-03-31');
  const reportedFigure = reportedOn(end);
  const reported = [
    ...(['a', 'b', 'gp'] as const).flatMap((id) => [
      reportedFigure('contributions', '80', id),
      reportedFigure('distributions', '30', id),
      reportedFigure('nav', '90', id),
    ]),
    reportedFigure('tvpi', '1.5001', 'a'),
    reportedFigure('irr', '11.5', null),
  ];
  const book = bookOn({ ...emptyLedger, navBasis: 'REPORTED', reported }, end)!;
  for (const [subject, id, ids] of [
    ['VEHICLE', 'fund', ['a', 'b', 'gp']],
    ['COMMITMENT', 'a', ['a']],
    ['INVESTOR', 'x', ['a']],
    ['INVESTOR', 'y', ['a', 'b']],
  ] as const) {
    const parts = [{ book, ids: new Set<string>(ids) }];
    const { figures, tree } = explainSubject({ subject, id, end, parts, nameOf: (name) => name })!;
    for (const name of [
      'commitment',
      'contributions',
      'distributions',
      'unfunded',
      'nav',
      'irr',
      'dpi',
      'rvpi',
      'tvpi',
      'pic',
    ] as const) {
      const step = tree(name)!;
      const value = figures[name];
      expect([id, name, step.result === null ? null : Number(step.result)]).toEqual([
        id,
        name,
        value && Number(significantText(value)),
      ]);
      if (value === null) expect(step.whyNot?.code).toBe('NOT_REPORTED');
    }
  }
  // A rate was reported, but it has no cash flows to compute a return from.
  expect(explainReturns({ book, nameOf })(['horizon', 'INCEPTION'])?.whyNot?.message).toBe(
    'No dated cash flows were reported for this fund.',
  );
});

it('a figure of an investor that was not reported for one fund is explained by the others', () => {
  const end = day('2022-12-31');
  const fund = (vehicleId: string, date: string, figures: readonly (readonly [ReportedFigure['figure'], string])[]) => {
    const reported = figures.map(([figure, value]) => reportedOn(date)(figure, value, 'a'));
    return bookOn({ ...emptyLedger, vehicleId, navBasis: 'REPORTED', reported }, end)!;
  };
  const explained = (...books: readonly NonNullable<ReturnType<typeof bookOn>>[]) => {
    const parts = books.map((book) => ({ book, ids: new Set(['a']) }));
    return explainSubject({ subject: 'INVESTOR', id: 'x', end, parts, nameOf })!;
  };
  const displayed = ({ figures, tree }: ReturnType<typeof explained>, name: FigureName) => {
    const step = tree(name)!;
    expect(countMatchingSteps(step)).toBeGreaterThanOrEqual(0);
    expect([name, Number(step.result)]).toEqual([name, Number(significantText(figures[name]!))]);
    return step.name;
  };
  const withCash = bookOn(ledger, end)!;
  const sums = fund('sums', end, [
    ['contributions', '80'],
    ['distributions', '30'],
    ['nav', '90'],
  ]);
  const late = fund('late', '2020-12-31', [['nav', '50']]);
  const all = explained(withCash, sums, late);
  const names = (['contributions', 'nav', 'tvpi', 'unfunded', 'irr'] as const).map((name) => displayed(all, name));
  expect(names.map((name) => name?.split(', ').at(-1))).toEqual([
    ...['contributions', 'nav', 'tvpi'].map(() => 'of 2 of 3 funds'),
    ...['unfunded', 'irr'].map(() => 'of 1 of 3 funds'),
  ]);
  // Each fund is explained by its own entries or reports.
  const [ofLedgers, ofReports] = all.tree('contributions')!.children;
  expect([ofLedgers?.formula, ofReports?.formula]).toEqual([
    'performance.contributions',
    'performance.reported.contributions',
  ]);
  expect([ofLedgers?.result, ofReports?.result, inputOf(all.tree('dpi')!, 'contributions').toFixed(2)]).toEqual([
    significantText(explained(withCash).figures.contributions!),
    '80.00',
    all.tree('contributions')!.result,
  ]);
  expect(inputOf(all.tree('distributions')!.children[0]!, 'recallable').isZero()).toBe(false);
  expect([all.figures.unfunded, all.figures.irr]).toEqual([
    explained(withCash).figures.unfunded,
    explained(withCash).figures.irr,
  ]);
  // The only fund of a figure has its reported multiple.
  const rated = fund('rated', end, [
    ['contributions', '80'],
    ['distributions', '30'],
    ['nav', '90'],
    ['dpi', '0.38'],
  ]);
  const called = fund('called', end, [
    ['contributions', '80'],
    ['nav', '90'],
  ]);
  const both = explained(rated, called);
  expect(displayed(both, 'dpi')).toBe('DPI, of 1 of 2 funds');
  expect(both.tree('dpi')?.formula).toBe('performance.reported.dpi');
  expect(significantText(both.figures.dpi!)).toBe('0.38');
});

it('NAV of a locked quarter is explained by the source that it was locked with', () => {
  const end = day('2020-03-31');
  const lockedBy = new Map([[end, { rules: '1', policy: 'ILPA', transfers: 'HISTORY', navBasis: 'LEDGER' } as const]]);
  const formulaOf = (ledger: VehicleLedger) => {
    const parts = [{ book: bookOn(ledger, end)!, ids: new Set(['a', 'b', 'gp']) }];
    return explainSubject({ subject: 'VEHICLE', id: 'fund', end, parts, nameOf: (name) => name })!.tree('nav')?.formula;
  };
  const now = { ...emptyLedger, navBasis: 'REPORTED' } as const;
  expect(formulaOf({ ...now, lockedBy })).toEqual(formulaOf(emptyLedger));
  expect(formulaOf(now)).not.toEqual(formulaOf(emptyLedger));
});
