import { describe, expect, it } from 'vitest';
import {
  isChanged,
  isComplete,
  liveTotal,
  type SourceDraft,
  toSourceInput,
  applySourceChoice,
  withHeadDate,
} from './sourceDrafts.ts';

const before = { realizationDate: '2026-03-31', carry: '1234.50', profileId: null };
const carrying = (carry: string): SourceDraft => ({
  ...before,
  containerId: 'c1',
  containerType: 'Fund',
  name: 'Helios',
  followsHead: false,
  carry,
  before,
});

describe('a typed carry', () => {
  it.each(['1,234.50', '1234.5', '$1,234.50', '1 234.50', ' 1234.50 '])('%s is parsed as displayed', (text) => {
    const draft = carrying(text);
    expect([isComplete(draft), isChanged(draft), liveTotal([draft])]).toEqual([true, false, '1234.50']);
    expect(toSourceInput(draft).totalCarryForAll).toBe('1234.5');
  });

  it.each(['abc', '1,', '(500)', '-500', '500k', '-', '.', '１２３', 'NaN', '1.234', '1e400', ''])(
    '%s is left out of the sum, and breaks nothing',
    (text) => {
      const draft = carrying(text);
      expect([isComplete(draft), isChanged(draft), liveTotal([carrying('1'), draft])]).toEqual([
        false,
        true,
        undefined,
      ]);
    },
  );
});

describe('the date of a source', () => {
  const options = [{ id: 'c2', type: 'Fund', name: 'Basalt' }] as unknown as Parameters<typeof applySourceChoice>[1];

  it('follows the date of the realization until it is edited', () => {
    const [chosen] = withHeadDate(applySourceChoice([], options), '13/45/2026');
    expect(chosen?.realizationDate).toBe('13/45/2026');
    expect(withHeadDate([chosen!], '09/30/2026')[0]?.realizationDate).toBe('09/30/2026');
    const typed = { ...chosen!, followsHead: false, realizationDate: '2026-06-30' };
    expect(
      withHeadDate([typed, carrying('1')], '09/30/2026').map((sourceDraft) => sourceDraft.realizationDate),
    ).toEqual(['2026-06-30', '2026-03-31']);
  });
});
