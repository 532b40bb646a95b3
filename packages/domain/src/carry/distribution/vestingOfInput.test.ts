import { describe, expect, it } from 'vitest';
import { decimal } from '../../kernel/index.ts';
import { previewVesting } from './previewVesting.ts';
import { acknowledgmentKey } from './runWarnings.ts';
import type { RunFacts } from './runFacts.ts';
import { person, share, request, withAccruals, newId, run } from './runInput.fixture.ts';
import { computeDraft, distributionInputFromJson, distributionInputToJson, type RunRequest } from '../run/index.ts';

describe('a terminated person who is not fully vested', () => {
  const rows = (vested: string) => [
    { start: 0, end: 120, vested: decimal(vested) },
    { start: 120, end: null, vested: decimal('100') },
  ];
  const terminated = { status: 'terminated', terminationDate: '2020-01-01' as never } as const;
  /** Bob is a member of inner, which is a member of firm. Ann has her own share. */
  const behind = (vested: string): RunFacts => {
    const runFacts = withAccruals();
    const source = runFacts.sources.get('fund')!;
    const entries = [
      { ...share('ann', '60'), scheduleRows: rows(vested) },
      { ...share('firm', '40'), scheduleRows: rows(vested) },
    ];
    const members = [
      person('firm', { members: [share('inner', '50'), share('eve', '50')] }),
      person('inner', { members: [share('bob', '80'), share('zoe', '20')] }),
      person('bob', terminated),
      person('zoe'),
      person('eve'),
      person('ann', terminated),
    ];
    const vesting = { own: { initialCloseDate: '2019-01-01' as never }, tranches: [] };
    return {
      ...runFacts,
      sources: new Map([['fund', { ...source, vesting, profile: { ...source.profile!, entries } }]]),
      participants: new Map(members.map((each) => [each.id, each])),
    };
  };
  const applied = (...vestingApplied: NonNullable<RunRequest['sources'][number]['vestingApplied']>) =>
    request([], { sources: [{ ...request().sources[0]!, vestingApplied }] });
  const warningsOf = (runRequest: RunRequest, as: RunFacts) =>
    run(runRequest, as).warnings.map(({ code, detail: text }) => [code, text]);

  it('is named with the source, the vested and unvested parts, and the entities on the path, at any depth', () => {
    expect(warningsOf(request(), behind('50'))).toEqual([
      [
        'TERMINATED_NOT_FULLY_VESTED',
        'ann left on 01/01/2020 with 50% vested at Fund. This distribution pays 60.00, of which 30.00 is not vested.',
      ],
      [
        'TERMINATED_NOT_FULLY_VESTED',
        'bob left on 01/01/2020 with 50% vested at Fund, through inner of firm. This distribution pays 16.00, of which 8.00 is not vested.',
      ],
    ]);
    expect(warningsOf(request(), behind('100'))).toEqual([]);
  });

  it('is named with the whole payment, including what others forfeit', () => {
    const [runFacts, runRequest] = [
      behind('50'),
      applied({ participantId: 'eve', via: ['firm'], recipients: ['inner'] }),
    ];
    expect(warningsOf(runRequest, runFacts)).toContainEqual([
      'TERMINATED_NOT_FULLY_VESTED',
      'bob left on 01/01/2020 with 50% vested at Fund, through inner of firm. This distribution pays 24.00, of which 12.00 is not vested.',
    ]);
  });

  it('must be acknowledged with that amount', () => {
    const { warnings } = run(request(), behind('50'));
    expect(warnings.map((warning) => acknowledgmentKey(warning, decimal('1000')))).toEqual([
      'TERMINATED_NOT_FULLY_VESTED.sources.0.allocations.0.30.00',
      'TERMINATED_NOT_FULLY_VESTED.sources.0.allocations.1.inner.bob.8.00',
    ]);
  });

  it('gets the same percentage from "apply vesting", through entities too', () => {
    const [found] = previewVesting(request(), behind('50'), newId)._unsafeUnwrap();
    expect(
      found!.holders.map(({ participantId, via, vested, gross }) => [...via, participantId, vested, gross]),
    ).toEqual([
      ['ann', '50', '60.00'],
      ['firm', 'inner', 'bob', '50', '16.00'],
      ['firm', 'inner', 'zoe', '50', '4.00'],
      ['firm', 'eve', '50', '20.00'],
    ]);
  });

  it('is refused with the id of the source if its allocation can’t forfeit it', () => {
    const runRequest = applied({ participantId: 'eve', via: ['firm'], recipients: ['ann'] });
    const [problem] = run(runRequest, behind('100')).problems;
    expect([problem?.code, problem?.detail]).toEqual(['VESTING_NOT_APPLICABLE', expect.stringMatching(/^fund: /)]);
  });

  it('is stored in percent of the source as previewed, through entities too', () => {
    const runRequest = applied({ participantId: 'bob', via: ['firm', 'inner'], recipients: ['zoe'] });
    const [before] = previewVesting(request(), behind('50'), newId)._unsafeUnwrap();
    const holder = before!.holders.find(({ participantId }) => participantId === 'bob')!;
    const [stored] = run(runRequest, behind('50')).run.input.sources[0]!.forfeitures!;
    expect(stored!.effective.toFixed()).toBe('80');
    expect([stored!.ofSource!.effective.toFixed(), stored!.ofSource!.forfeited.toFixed()]).toEqual([
      holder.effective,
      holder.forfeited,
    ]);
    expect(stored!.recipients.map(({ ofSource }) => ofSource!.adjustment.toFixed())).toEqual([holder.forfeited]);
  });

  it('is previewed in percent of the source, through entities too, so that rows can be compared with their amounts', () => {
    const runRequest = applied(
      { participantId: 'bob', via: ['firm', 'inner'], recipients: [] },
      { participantId: 'eve', via: ['firm'], recipients: ['inner'] },
    );
    const [found] = previewVesting(runRequest, behind('50'), newId)._unsafeUnwrap();
    expect(
      found!.holders.map(({ participantId, effective, forfeited }) => [participantId, effective, forfeited]),
    ).toEqual([
      ['ann', '60', '30'],
      ['bob', '16', '8'],
      ['zoe', '4', '2'],
      ['eve', '20', '10'],
    ]);
    expect(
      found!.moves.map((move) => [
        move.participantId,
        move.effectiveBefore,
        move.effectiveAfter,
        move.change,
        move.grossAfter,
      ]),
    ).toEqual([
      ['firm', '40', '28', '-12', '28.00'],
      ['bob', '16', '12', '-4', '12.00'],
      ['eve', '20', '10', '-10', '10.00'],
    ]);
  });

  it('is named in a complete sentence if vesting cannot be applied', () => {
    const runFacts = behind('50');
    const named = new Map([...runFacts.participants].map(([id, each]) => [id, { ...each, name: `Person ${id}` }]));
    const typed = request([{ participantId: 'ann', via: [], effectiveAllocation: '60' }]);
    const [found] = previewVesting(typed, { ...runFacts, participants: named }, newId)._unsafeUnwrap();
    expect(found!.holders.map(({ name, refusal }) => [name, refusal])).toContainEqual([
      'Person ann',
      'The effective percentage of Person ann was typed for this run. Clear it to apply vesting',
    ]);
  });

  it('forfeits to other members of an entity, and all others are paid as before', () => {
    const runRequest = applied({ participantId: 'bob', via: ['firm', 'inner'], recipients: ['zoe'] });
    const computed = run(runRequest, behind('50'));
    expect([computed.refusals, computed.problems]).toEqual([[], []]);
    expect(
      computed.rows.sources[0]!.details.map(({ path, participantId, effective, original, gross }) => [
        [...path, participantId].join('/'),
        effective,
        original,
        gross,
      ]),
    ).toEqual([
      ['ann', '60', null, '60.00'],
      ['firm', '40', null, '40.00'],
      ['firm/inner', '50', null, '20.00'],
      ['firm/inner/bob', '40', '80', '8.00'],
      ['firm/inner/zoe', '60', '20', '12.00'],
      ['firm/eve', '50', null, '20.00'],
    ]);
    expect(computed.rows.sources[0]!.unallocated).toBe('0.00');
    expect(computed.warnings.map(({ detail: text }) => text)).toEqual([expect.stringContaining('ann left')]);
    const stored = distributionInputFromJson(distributionInputToJson(computed.run.input));
    expect(computeDraft(stored).result).toEqual(computed.draft.result);
  });

  it('forfeits to nobody in an entity: the rest stays unallocated, and all others are paid as before', () => {
    const runRequest = applied(
      { participantId: 'bob', via: ['firm', 'inner'], recipients: [] },
      { participantId: 'zoe', via: ['firm', 'inner'], recipients: [] },
    );
    const computed = run(runRequest, behind('50'));
    expect(computed.refusals).toEqual([]);
    expect(computed.problems.map(({ code }) => code)).toEqual(['UNALLOCATED_NOT_ACKNOWLEDGED']);
    expect(computed.warnings.map(({ code }) => code)).not.toContain('UNALLOCATED');
    expect(
      computed.rows.sources[0]!.details.map(({ path, participantId, effective, original, gross }) => [
        [...path, participantId].join('/'),
        effective,
        original,
        gross,
      ]),
    ).toEqual([
      ['ann', '60', null, '60.00'],
      ['firm', '30', '40', '30.00'],
      ['firm/inner', '25', '50', '10.00'],
      ['firm/inner/bob', '40', '80', '8.00'],
      ['firm/inner/zoe', '10', '20', '2.00'],
      ['firm/eve', '50', null, '20.00'],
    ]);
    expect(computed.rows.sources[0]!.unallocated).toBe('10.00');
    const acknowledged = run({ ...runRequest, unallocatedAcknowledged: true }, behind('50'));
    expect(acknowledged.problems).toEqual([]);
    const stored = distributionInputFromJson(distributionInputToJson(acknowledged.run.input));
    expect(computeDraft(stored).result).toEqual(acknowledged.draft.result);
  });

  it('leaves an entity without a share if nothing in it is vested', () => {
    const paths = [
      ['bob', 'firm', 'inner'],
      ['zoe', 'firm', 'inner'],
      ['eve', 'firm'],
    ] as const;
    const runRequest = applied(...paths.map(([participantId, ...via]) => ({ participantId, via, recipients: [] })));
    const { rows: found } = run(runRequest, behind('0'));
    expect(found.sources[0]!.unallocated).toBe('40.00');
    expect(found.sources[0]!.details.map(({ gross }) => gross)).toEqual([
      '60.00',
      '0.00',
      '0.00',
      '0.00',
      '0.00',
      '0.00',
    ]);
  });

  it('cannot forfeit to anybody outside the entity, or to itself', () => {
    for (const recipients of [['eve'], ['bob']]) {
      const { problems, rows: found } = run(
        applied({ participantId: 'bob', via: ['firm', 'inner'], recipients }),
        behind('50'),
      );
      expect(problems.map(({ code }) => code)).toEqual(['VESTING_NOT_APPLICABLE']);
      expect(found.sources[0]!.details.find(({ participantId }) => participantId === 'bob')?.gross).toBe('16.00');
    }
  });
});
