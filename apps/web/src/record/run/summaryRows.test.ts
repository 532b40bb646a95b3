import { describe, expect, it } from 'vitest';
import type { ParticipantRow } from './participantParts.ts';
import { hasAdjustment, summaryRows } from './summaryRows.ts';

const row = (name: string, tax: string, members: readonly ParticipantRow[] = []) =>
  ({
    participant: { name, code: `${name}-1`, businessTitle: null },
    tax,
    memberParticipants: members,
  }) as unknown as ParticipantRow;
const rows = [row('Bo', '9.00'), row('Holding', '100.00', [row('Zoe', '100.00')]), row('Al', '9.00')];
const names = (search: string, order?: { field: string; ascending: boolean }) =>
  summaryRows(rows, search, order).map(({ participant }) => participant.name);

describe('the participants of a run', () => {
  it('are found by name and code, and an entity by its members too', () => {
    expect(names('')).toEqual(['Bo', 'Holding', 'Al']);
    expect(names('al-1')).toEqual(['Al']);
    expect(names(' zoe ')).toEqual(['Holding']);
    expect(names('nobody')).toEqual([]);
  });

  it('are sorted by the figure and not by its text, then by name', () => {
    expect(names('', { field: 'tax', ascending: true })).toEqual(['Al', 'Bo', 'Holding']);
    expect(names('', { field: 'tax', ascending: false })).toEqual(['Holding', 'Al', 'Bo']);
    expect(names('', { field: 'name', ascending: false })).toEqual(['Holding', 'Bo', 'Al']);
  });

  it('show an adjustment only if somebody has one, even a member', () => {
    const adjusted = (loanRepayment: string, members: readonly ParticipantRow[] = []) =>
      ({ ...row('A', '1.00', members), loanRepayment, otherAdjustment: '0.00' }) as ParticipantRow;
    expect(hasAdjustment([adjusted('0.00')], 'loanRepayment')).toBe(false);
    expect(hasAdjustment([adjusted('0.00', [adjusted('-0.50')])], 'loanRepayment')).toBe(true);
    expect(hasAdjustment([adjusted('0.00', [adjusted('-0.50')])], 'otherAdjustment')).toBe(false);
    expect(hasAdjustment([adjusted('0.00')], 'tax')).toBe(true);
  });
});
