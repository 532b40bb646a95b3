import type { Distribution } from '@carrara/contract/carry/run/distributionRecord';
import { describe, expect, it } from 'vitest';
import {
  draftContent,
  draftsLike,
  sourceDrafts,
  headOfContent,
  runOfContent,
  toSourceInput,
  unreadFields,
  applyGridEdits,
} from './runDraft.ts';

const cell = (participantId: string | null, field: string, text: string, via: string[] = []) => ({
  participantId,
  via,
  field,
  text,
});
const stored = (typed: readonly ReturnType<typeof cell>[]) =>
  ({
    distributionSources: [
      {
        id: 's1',
        source: { id: 'fund', name: 'Fund I', code: null, holder: null },
        type: 'Fund',
        allocationProfile: { id: 'p7', name: 'Profile', version: 7 },
        netDistributableAmount: '1000.00',
        defaultEscrow: '15',
        taxCharacterizations: [{ taxCharacterization: { id: 'ltcg' }, characterizationPercentage: '100' }],
        vestingApplied: [{ participant: { id: 'ann' }, via: [], recipients: [{ participant: { id: 'ben' } }] }],
        details: [],
        typed,
      },
    ],
  }) as unknown as Distribution;
const draft = (...typed: readonly ReturnType<typeof cell>[]) => {
  const [source] = sourceDrafts(stored(typed));
  if (!source) throw new Error('no source');
  return source;
};

describe('a source draft', () => {
  it('opens with all input, readable or not, and without computed figures', () => {
    const source = draft(
      cell(null, 'netDistributableAmount', 'about 5'),
      cell('a', 'effectiveAllocation', '150'),
      cell('m', 'loanRepayment', 'tbd', ['e']),
    );
    expect([source.amount, source.escrow]).toEqual(['about 5', '15']);
    expect(draft(cell(null, 'defaultEscrow', 'ten')).escrow).toBe('ten');
    expect([...source.entered]).toEqual([
      ['a', { effectiveAllocation: '150' }],
      ['e/m', { loanRepayment: 'tbd' }],
    ]);
  });

  it('sends figures as numbers and the rest as typed, even a blank amount', () => {
    const typed = applyGridEdits(draft(), [
      { key: 'e/m', field: 'loanRepayment', value: '12.50' },
      { key: 'a', field: 'tax', value: '0' },
      { key: 'a', field: 'escrow', value: null, unread: { text: '1o', reason: 'is not a number' } },
    ]);
    expect(toSourceInput({ ...typed, amount: ' ' })).toMatchObject({
      netDistributableAmount: '0',
      details: [
        { participantId: 'm', via: ['e'], loanRepayment: '12.5' },
        { participantId: 'a', via: [], tax: '0' },
      ],
      unread: [cell(null, 'netDistributableAmount', ''), cell('a', 'escrow', '1o')],
    });
  });

  it('sends its own escrow, leaves out a blank one, and reports an unreadable one', () => {
    expect(toSourceInput(draft())).toMatchObject({ defaultEscrow: '15', unread: [] });
    expect(toSourceInput({ ...draft(), escrow: '' })).not.toHaveProperty('defaultEscrow');
    const wrong = toSourceInput({ ...draft(), escrow: 'ten' });
    expect(wrong).not.toHaveProperty('defaultEscrow');
    expect(wrong.unread).toEqual([cell(null, 'defaultEscrow', 'ten')]);
  });

  it('drops a cleared cell', () => {
    const typed = applyGridEdits(draft(cell('a', 'tax', 'x')), [{ key: 'a', field: 'tax', value: null }]);
    expect(typed.entered.size).toBe(0);
    expect(unreadFields(typed)).toEqual([]);
  });

  it('copies an earlier one without its amount, its figures and its profile version', () => {
    const [like] = draftsLike(stored([cell('a', 'tax', '5')]));
    expect(like).toMatchObject({
      id: null,
      profileId: null,
      amount: '',
      escrow: '15',
      characterizations: [{ id: 'ltcg', percent: '100' }],
    });
    expect(like?.entered.size).toBe(0);
  });

  it('is restored as typed', () => {
    const run = { sources: [draft(cell('m', 'tax', '1,5x', ['e']))], acknowledged: true, byBalance: false };
    const content = draftContent({ name: 'Half', defaultEscrow: '1o', description: null }, run);
    expect(runOfContent(JSON.parse(JSON.stringify(content)) as typeof content)).toEqual(run);
    expect(headOfContent(content)).toEqual({ name: 'Half', defaultEscrow: '1o' });
  });
});
