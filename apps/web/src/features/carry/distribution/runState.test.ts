import { describe, expect, it } from 'vitest';
import type { SourceDraft } from './runDraft.ts';
import { reconciliationState, type TypedRun, wrongSources } from './runState.ts';

const source = (amount: string, entered: SourceDraft['entered'] = new Map()): SourceDraft => ({
  id: null,
  source: { id: amount, name: `Source ${amount}`, holder: null },
  type: 'Fund',
  profileId: null,
  amount,
  escrow: '',
  characterizations: [],
  vestingApplied: [],
  entered,
});
const run = (changes: object = {}) =>
  ({
    distributionSources: [{ source: { id: '5' }, isDetermined: true }],
    reconciliation: { difference: '0.00' },
    problems: [],
    ...changes,
  }) as unknown as NonNullable<TypedRun['run']>;
const typed = (changes: Partial<TypedRun> = {}): TypedRun => ({
  run: run(),
  refusals: [],
  away: undefined,
  isComputing: false,
  sources: [source('5')],
  incomplete: undefined,
  ...changes,
});

describe('the state of a run', () => {
  it.each([
    ['a verified result for the input', typed(), { kind: 'reconciled' }],
    ['a difference', typed({ run: run({ reconciliation: { difference: '0.01' } }) }), { kind: 'difference' }],
    [
      'a tax that is not determined',
      typed({
        run: run({
          reconciliation: { difference: null },
          distributionSources: [
            { isDetermined: true, tax: null, source: { name: 'Fund I' } },
            { isDetermined: true, tax: '0.00', source: { name: 'Fund II' } },
          ],
        }),
      }),
      { kind: 'undetermined', reason: 'The tax of Fund I is not determined.', isTaxOnly: true },
    ],
    ['no amount', typed({ sources: [source(''), source('0.00')] }), { kind: 'nothing' }],
    ['a pending response', typed({ isComputing: true }), { kind: 'calculating' }],
    [
      'outdated figures next to new input',
      typed({ isComputing: true, away: 'the server is unavailable' }),
      { kind: 'outdated', reason: 'The server is unavailable: the figures don’t include your latest changes.' },
    ],
    [
      'an unreadable cell',
      typed({ sources: [source('5', new Map([['a', { tax: 'x' }]]))] }),
      { kind: 'undetermined', reason: '1 cell to correct.' },
    ],
    [
      'figures of earlier input despite an unreadable cell',
      typed({ isComputing: true, sources: [source('5', new Map([['a', { tax: 'x' }]]))] }),
      { kind: 'calculating' },
    ],
    [
      'a refusal before the first computation',
      typed({ run: undefined, refusals: [{ path: '', code: 'X', message: 'There is no such fund.' }] }),
      { kind: 'undetermined', reason: 'There is no such fund.' },
    ],
    [
      'one missing amount among others',
      typed({ sources: [source('5'), source('')] }),
      { kind: 'undetermined', reason: 'No amount yet: Source .' },
    ],
    [
      'a missing date',
      typed({ incomplete: 'Distribution date is required.' }),
      { kind: 'undetermined', reason: 'Distribution date is required.' },
    ],
    [
      'a source that cannot be computed and is not paid',
      typed({
        run: run({
          distributionSources: [{ source: { id: '5', name: 'Fund I' }, isDetermined: false }],
          problems: [{ message: 'It is over-allocated.', location: { sourceId: '5' } }],
        }),
      }),
      { kind: 'undetermined', reason: 'It is over-allocated.' },
    ],
  ] as const)('%s', (_label, run, state) => expect(reconciliationState(run)).toEqual(state));
});

it('marks the sources with problems once something was entered, and those with unreadable input always', () => {
  const sources = [source(''), source('5'), source('x')];
  const location = { sourceId: '', participantId: null, via: [], field: 'netDistributableAmount' };
  const computed = run({ problems: [{ location }, { location: null }] });
  expect([...wrongSources(sources, undefined)]).toEqual(['x']);
  expect([...wrongSources(sources, computed)]).toEqual(['x', '']);
});
