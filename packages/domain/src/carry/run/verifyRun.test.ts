import { describe, expect, it } from 'vitest';
import { calendarDate as day } from '../../kernel/index.ts';
import { computeDistribution } from './computeDistribution.ts';
import { entity, exampleInput, person, source } from './example.fixture.ts';
import type { DetailLine, RunRows } from './rows.ts';
import { runRows } from './runRows.ts';
import { compareRuns, createIdGenerator } from './verifyRun.ts';

const input = exampleInput({
  sources: [
    source('F', '100.00', [
      ['firm', '50'],
      ['a', '50'],
    ]),
  ],
  participants: [
    person('a'),
    person('b'),
    entity('firm', [
      ['a', '40'],
      ['b', '60'],
    ]),
  ],
});
const sources = [
  {
    id: 'F',
    sourceId: 'F',
    type: 'Fund' as const,
    profileId: null,
    defaultEscrow: null,
    characterizations: [],
    netDistributableAmount: '100.00',
    isUnread: false,
  },
];
const computed = runRows(sources, input, computeDistribution(input)._unsafeUnwrap(), new Map(), createIdGenerator());

/** Returns the differences of the run with changed rows, as text. */
const differencesWith = (change: (rows: readonly DetailLine[]) => readonly DetailLine[]) => {
  const changed: RunRows = {
    ...computed,
    sources: computed.sources.map((line) => ({ ...line, details: change(line.details) })),
  };
  return compareRuns(changed, computed).differences.map(
    ({ location, figure, stored, computed: expected }) =>
      `${location.join(' > ')}: ${figure}: ${expected} before, ${stored} now`,
  );
};
const isOfB = ({ participantId }: DetailLine) => participantId === 'b';

describe('the comparison of a stored run with the computed one', () => {
  it('finds nothing in an equal run', () => {
    expect(differencesWith((rows) => rows)).toEqual([]);
  });

  it('names the participants whose applied vesting differs, and the values', () => {
    const forfeiture = {
      participantId: 'a',
      via: ['firm'],
      effective: '40',
      vested: '50',
      vestedOn: day('2024-06-30'),
      forfeited: '20',
      recipients: [{ participantId: 'b', effective: '60', adjustment: '20' }],
    };
    const runWith = (more: Partial<typeof forfeiture>): RunRows => ({
      ...computed,
      sources: computed.sources.map((line) => ({ ...line, forfeitures: [{ ...forfeiture, ...more }] })),
    });
    const changed = runWith({
      forfeited: '0.01',
      recipients: [{ participantId: 'b', effective: '60', adjustment: '1' }],
    });
    expect(compareRuns(changed, runWith({})).differences).toEqual([
      {
        location: ['F', 'firm', 'a'],
        figure: 'vesting applied',
        stored: 'effective 40, vested 50 on 2024-06-30, forfeited 0.01',
        computed: 'effective 40, vested 50 on 2024-06-30, forfeited 20',
      },
      { location: ['F', 'firm', 'a', 'b'], figure: 'vesting applied', stored: '1', computed: '20' },
    ]);
  });

  it('finds nothing if an absent figure is stored as null on one side and missing on the other', () => {
    const sourcesWithoutProfile = computed.sources.map(
      ({ profileId: _profileId, ...line }) => line as typeof line & { profileId: null },
    );
    expect(computed.sources[0]!.profileId).toBeNull();
    expect(compareRuns({ ...computed, sources: sourcesWithoutProfile }, computed).differences).toEqual([]);
  });

  it('reports another path of a row once, and not its figures', () => {
    expect(differencesWith((rows) => rows.map((row) => (isOfB(row) ? { ...row, path: ['a'] } : row)))).toEqual([
      'F > firm > b: path: firm before, a now',
    ]);
    expect(differencesWith((rows) => rows.map((row) => (isOfB(row) ? { ...row, path: [] } : row)))).toEqual([
      'F > firm > b: path: firm before, direct now',
    ]);
  });

  it('reports figures that changed with the path', () => {
    expect(
      differencesWith((rows) => rows.map((row) => (isOfB(row) ? { ...row, path: ['a'], escrow: '1.00' } : row))),
    ).toEqual(['F > firm > b: path: firm before, a now', 'F > firm > b: escrow: 0.00 before, 1.00 now']);
  });

  it('reports a missing row and an added one once each', () => {
    expect(differencesWith((rows) => rows.filter((row) => !isOfB(row)))).toEqual([
      'F > firm > b: row: gross 30.00, effective 60 before, nothing now',
    ]);
    expect(differencesWith((rows) => [...rows, { ...rows.find(isOfB)!, participantId: 'c', path: [] }])).toEqual([
      'F > c: row: nothing before, gross 30.00, effective 60 now',
    ]);
  });

  it('reports a missing source once, with its totals', () => {
    const { differences } = compareRuns({ ...computed, sources: [] }, computed);
    expect(differences).toEqual([
      {
        location: ['F'],
        figure: 'source',
        stored: 'nothing',
        computed: 'net distributable amount 100.00, gross 100.00',
      },
    ]);
  });
});
