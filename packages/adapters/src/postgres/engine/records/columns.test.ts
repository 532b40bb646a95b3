import { describe, expect, it } from 'vitest';
import { referenceSort, referenceSql } from './columns.ts';

describe('the columns of a reference', () => {
  it('come from the table of its type', () => {
    expect(referenceSql('t.fund_id', 'fund')).toContain('FROM container r');
    expect(referenceSql('t.employee_id', 'employee')).toContain('FROM participant r');
    expect(referenceSql('t.currency_id', 'reference:currency')).toContain('FROM reference_entry r');
    expect(referenceSort('t.profile_id', 'allocationProfile').sortJoin).toContain('JOIN allocation_profile reference');
  });

  it.each(['person', 'Fund', 'funds', '', undefined])('do not exist for an unknown type: %s', (type) => {
    expect(() => referenceSql('t.some_id', type)).toThrow('no reference type');
    expect(() => referenceSort('t.some_id', type)).toThrow('no reference type');
  });
});
