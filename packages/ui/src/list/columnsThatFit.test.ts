import { allocationColumns } from '@carrara/contract/carry/allocation/allocationRows';
import type { Column } from '@carrara/contract/core/fields';
import { firmFigureColumns } from '@carrara/contract/performance/firm/firmPerformance';
import { describe, expect, it } from 'vitest';
import { columnsWithoutRoom, keyField } from './columnsThatFit.ts';

const column = (field: string, kind: Column['kind']): Column => ({ field, kind, title: field });
const funds: readonly Column[] = [
  column('code', 'code'),
  column('name', 'text'),
  column('firm', 'reference'),
  column('currency', 'reference'),
  column('commitment', 'money'),
  column('unfunded', 'money'),
  column('nav', 'money'),
  column('irr', 'return'),
  column('tvpi', 'multiple'),
];
const widths = funds.map(() => 100);

describe('the columns of a table without enough room', () => {
  it('are all visible while they fit', () => {
    expect(columnsWithoutRoom(funds, widths, 900)).toEqual([]);
  });

  it('lose details first, then amounts from the right, and never the name or the last amount', () => {
    expect(columnsWithoutRoom(funds, widths, 899)).toEqual(['firm']);
    expect(columnsWithoutRoom(funds, widths, 700)).toEqual(['firm', 'unfunded']);
    expect(columnsWithoutRoom(funds, widths, 500)).toEqual(['firm', 'commitment', 'unfunded', 'tvpi']);
    expect(columnsWithoutRoom(funds, widths, 0)).toEqual(['firm', 'currency', 'commitment', 'unfunded', 'irr', 'tvpi']);
  });

  it('show a narrow column again if a wide one hidden after it leaves room', () => {
    const details = [
      column('name', 'text'),
      column('note', 'longText'),
      column('sector', 'text'),
      column('net', 'money'),
    ];
    expect(columnsWithoutRoom(details, [100, 300, 60, 100], 270)).toEqual(['note']);
  });

  it('keep contributions and distributions with TVPI, so it can be checked', () => {
    const investors = [
      column('name', 'text'),
      column('code', 'code'),
      column('commitment', 'money'),
      column('contributions', 'money'),
      column('distributions', 'money'),
      column('unfunded', 'money'),
      column('nav', 'money'),
      column('irr', 'return'),
      column('tvpi', 'multiple'),
      column('dpi', 'multiple'),
    ];
    const hiddenIn = (room: number) =>
      columnsWithoutRoom(
        investors,
        investors.map(() => 100),
        room,
      );
    expect(hiddenIn(700)).toEqual(['code', 'commitment', 'unfunded']);
    expect(hiddenIn(500)).toEqual(['code', 'commitment', 'unfunded', 'irr', 'dpi']);
  });

  it('treat the marked column as the key, or otherwise the last amount', () => {
    expect(keyField(funds)).toBe('nav');
    const marked = funds.map((fund) => (fund.field === 'commitment' ? { ...fund, isKey: true } : fund));
    expect(keyField(marked)).toBe('commitment');
  });

  it('are hidden last if they are also marked', () => {
    const marked = funds.map((fund) => (['commitment', 'tvpi'].includes(fund.field) ? { ...fund, isKey: true } : fund));
    expect(keyField(marked)).toBe('tvpi');
    expect(columnsWithoutRoom(marked, widths, 500)).toEqual(['firm', 'unfunded', 'nav', 'irr']);
  });

  it('are those of a firm that lead to its NAV on a phone', () => {
    const firm = [column('currency', 'text'), ...firmFigureColumns];
    const hidden = columnsWithoutRoom(
      firm,
      firm.map(() => 90),
      390,
    );
    const visible = firm.map(({ field }) => field).filter((field) => !hidden.includes(field));
    expect(visible).toEqual(['currency', 'totalCapitalCommitted', 'totalContributions', 'totalFmv']);
  });

  it('treat the first of several marked percentages as the key', () => {
    const percent = (field: string) => ({ field, kind: 'percent', title: field, isKey: true }) as const;
    expect(keyField([{ field: 'name', kind: 'text', title: 'Name' }, percent('share'), percent('vested')])).toBe(
      'share',
    );
  });
});

it('shows the share of an allocation before its vested part', () =>
  expect(keyField(allocationColumns)).toBe('effective'));
