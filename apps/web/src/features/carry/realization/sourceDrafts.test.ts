import { describe, expect, it } from 'vitest';
import { isChanged, isComplete, liveTotal, type SourceDraft, sourceToSend } from './sourceDrafts.ts';

const before = { realizationDate: '2026-03-31', carry: '1234.50', profileId: null };
const carrying = (carry: string): SourceDraft => ({
  ...before,
  containerId: 'c1',
  containerType: 'Fund',
  name: 'Helios',
  carry,
  before,
});

describe('a carry that is typed', () => {
  it.each(['1,234.50', '1234.5', '$1,234.50', '1 234.50', ' 1234.50 '])('%s is read as it is shown', (text) => {
    const draft = carrying(text);
    expect([isComplete(draft), isChanged(draft), liveTotal([draft])]).toEqual([true, false, '1234.50']);
    expect(sourceToSend(draft).totalCarryForAll).toBe('1234.5');
  });

  it.each(['abc', '1,', '(500)', '-500', '500k', '-', '.', '１２３', 'NaN', '1.234', '1e400', ''])(
    '%s is not added up, and breaks nothing',
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
