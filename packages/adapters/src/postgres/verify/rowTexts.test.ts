import { describe, expect, it } from 'vitest';
import { columnLabel, differingTexts, rowText, subjectsOf } from './rowTexts.ts';

const reason = (field: string, message: string) => ({ field, code: 'NAV_MISSING', message });
const differing = (column: string, first: unknown, other: unknown) =>
  differingTexts('period_figure', column, [JSON.stringify(first), JSON.stringify(other)]);

describe('the texts of stored values', () => {
  it('give each reason once, with the titles of its figures', () => {
    const reasons = [reason('nav', 'Not reported.'), reason('irr', 'Not reported.'), reason('tvpi', 'Too late.')];
    expect(differing('not_determined', reasons, [])).toEqual(['NAV, Net IRR: Not reported; TVPI: Too late', 'nothing']);
  });

  it('leave out the parts of JSON that are equal', () => {
    expect(differing('carried', { nav: '1.00', irr: '3' }, { nav: '2.00', irr: '3' })).toEqual([
      'NAV 1.00',
      'NAV 2.00',
    ]);
  });

  it('mask a personal text even if it is JSON', () => {
    const [first] = differingTexts('note', 'note_text', ['{"a":1}', null]);
    expect(first).toMatch(/^sha256 [0-9a-f]{12}$/);
  });

  it('use the words of the screens for codes and columns', () => {
    const event = { id: 'x', kind: 'TERMINATED', event_date: '2026-06-30', reason: null };
    expect(subjectsOf('employment_event', event)).toEqual(['Terminated', '2026-06-30']);
    const entry = { kind: 'FORFEIT', entry_date: '2026-06-30', amount: '5.00' };
    expect(subjectsOf('deferred_entry', entry)).toEqual(['Forfeited', '2026-06-30']);
    const statement = { employee_id: 'Ann', year: '2025', status: 'SUP' };
    expect(subjectsOf('pay_statement', statement)).toEqual(['Ann', '2025', 'Superseded']);
    const award = { employee_id: 'Ann', grant_date: '2025-03-01', currency_id: 'USD' };
    expect(subjectsOf('deferred_award', award)).toEqual(['Ann', '2025-03-01', 'USD']);
    expect(differingTexts('award', 'status', ['PAID', 'CANC'])).toEqual(['Paid', 'Canceled']);
    const act = { vehicle_id: 'Elm', kind: 'LATE_CLOSING', act_date: '2025-03-01' };
    expect(subjectsOf('ledger_act', act)).toEqual(['Elm', 'Late closing', '2025-03-01']);
    const tier = { position: '1', kind: 'PREFERRED_RETURN', rate: '8' };
    expect(subjectsOf('carry_tier', tier)).toEqual(['tier 2', 'Preferred return']);
    expect(differingTexts('carry_tier', 'position', ['0', '1'])).toEqual(['tier 1', 'tier 2']);
    expect(columnLabel('person_id')).toBe('user');
  });

  it('name a reported figure by fund, investor, title and date, and the fund as a whole', () => {
    const row = {
      id: 'x',
      vehicle_id: 'Elm',
      commitment_id: null,
      figure: 'irr',
      figure_date: '2020-06-30',
      value: '3.1',
      seq: '7',
    };
    expect(subjectsOf('reported_figure', row)).toEqual(['Elm', 'fund as a whole', 'Net IRR', '2020-06-30']);
    expect(subjectsOf('reported_figure', { ...row, commitment_id: 'LP-A' })[1]).toBe('LP-A');
    expect(rowText('reported_figure', row)).toBe('value 3.1');
    expect(subjectsOf('reported_figure', { ...row, reverses_id: 'y' })[2]).toBe('withdrawal of Net IRR');
  });
});
