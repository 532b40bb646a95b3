import { expect, it } from 'vitest';
import { carriedMark, displayedFigure } from './displayedFigure.ts';

const irr = { field: 'irr', kind: 'return' } as const;
const reason = 'There is no NAV on 06/30/2026.';

it('says why a figure is not determined, and never displays it as zero or a dash', () => {
  const notDetermined = [{ field: 'irr', code: 'NAV_MISSING', message: reason }];
  const displayed = displayedFigure(irr, { irr: null, tvpi: null, notDetermined });
  expect(displayed).toEqual({ kind: 'text', value: `n.d.: ${reason}`, reason });
  // A figure that doesn't apply stays a dash.
  expect(displayedFigure({ field: 'tvpi', kind: 'multiple' }, { tvpi: null, notDetermined })).toEqual({
    kind: 'multiple',
    value: null,
  });
  expect(displayedFigure({ ...irr, nullIs: 'not determined' }, { irr: null })).toEqual({
    kind: 'text',
    value: 'not determined',
  });
});

it('gives the usual reason of a column if the row has none', () => {
  const balance = {
    field: 'balance',
    kind: 'money',
    nullIs: 'not determined',
    excludedReason: 'nothing has been accrued',
  } as const;
  expect(displayedFigure(balance, { balance: null }).reason).toBe('Nothing has been accrued.');
  const notDetermined = [{ field: 'balance', code: 'X', message: 'Another reason.' }];
  expect(displayedFigure(balance, { balance: null, notDetermined }).reason).toBe('Another reason.');
});

it('begins a reason with a capital letter', () => {
  const notDetermined = [{ field: 'irr', code: 'NO_SIGN_CHANGE', message: 'there must be money paid in' }];
  expect(displayedFigure(irr, { irr: null, notDetermined }).reason).toBe('There must be money paid in');
});

it('formats the dates in a reason [U-P-107]', () => {
  const notDetermined = [
    { field: 'irr', code: 'NAV_MISSING', message: 'No net asset value was reported for 2025-09-30.' },
  ];
  expect(displayedFigure(irr, { irr: null, notDetermined }).reason).toBe(
    'No net asset value was reported for 09/30/2025.',
  );
});

it('marks a return over less than a year', () => {
  expect(displayedFigure(irr, { irr: '4.2', irrAnnualized: false }).kind).toBe('spanReturn');
  const nav = { field: 'nav', kind: 'money' } as const;
  expect(displayedFigure(nav, { nav: '4.20', rolledForwardFrom: '2026-03-31' }).kind).toBe('rolledMoney');
  expect(displayedFigure(nav, { nav: '4.20', rolledForwardFrom: null }).kind).toBe('money');
  expect(displayedFigure(irr, { irr: '4.2', irrAnnualized: true }).kind).toBe('return');
  expect(displayedFigure(irr, { irr: '4.2' }).kind).toBe('return');
});

it('marks returns, multiples and amounts across a transfer between partners, also over less than a year', () => {
  expect(displayedFigure(irr, { irr: '4.2', irrPartial: true, irrAnnualized: true }).kind).toBe('partialReturn');
  expect(displayedFigure(irr, { irr: '4.2', irrPartial: true, irrAnnualized: false }).kind).toBe('partialSpanReturn');
  expect(displayedFigure(irr, { irr: '4.2', irrPartial: false }).kind).toBe('return');
  // Net multiples are marked in the same way, gross ones aren't, and an undetermined figure still has its reason.
  const multiple = (field: string) =>
    displayedFigure({ field, kind: 'multiple' }, { [field]: '1.2', irrPartial: true }).kind;
  expect(['dpi', 'rvpi', 'tvpi', 'pic', 'grossMoic'].map(multiple)).toEqual([
    ...Array<string>(4).fill('partialMultiple'),
    'multiple',
  ]);
  const money = (field: string) =>
    displayedFigure({ field, kind: 'money' }, { [field]: '1.20', irrPartial: true }).kind;
  expect(['contributions', 'distributions', 'recallable', 'nav', 'commitment', 'unfunded'].map(money)).toEqual([
    ...Array<string>(3).fill('partialMoney'),
    ...Array<string>(3).fill('money'),
  ]);
  const notDetermined = [{ field: 'irr', code: 'NAV_MISSING', message: reason }];
  expect(displayedFigure(irr, { irr: null, irrPartial: true, notDetermined }).reason).toBe(reason);
});

it('marks a row carried forward with its date, and an investor that includes such values', () => {
  expect(carriedMark({ carriedFrom: '2025-09-30' })).toBe('Values of 09/30/2025, carried forward');
  const coverage = '2 of 2 funds; includes HSP-I at its value on 09/30/2025';
  expect(carriedMark({ carriedFrom: '2025-09-30', coverage })).toBe('Includes values of 09/30/2025, carried forward');
  expect(carriedMark({ reportedThrough: '2026-06-30' })).toBe('Cash reported through 06/30/2026');
  expect(carriedMark({ reportedRate: true })).toBe('Net IRR since inception as reported');
  const excessNote = 'Returned excess counts as distributed.';
  expect(carriedMark({ reportedThrough: '2026-06-30', excessNote })).toBe(
    'Cash reported through 06/30/2026. Returned excess counts as distributed.',
  );
  expect([carriedMark({ carriedFrom: null }), carriedMark({ reportedRate: false })]).toEqual([undefined, undefined]);
});
