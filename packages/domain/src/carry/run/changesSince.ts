import { type Decimal, roundPercent, zero } from '../../kernel/index.ts';
import { computeDraft } from './computeDistribution.ts';
import type { Adjustment, DetailRow, DistributionInput, ParticipantInput, Share, SourceInput } from './distribution.ts';
import { computeDistributionAt, ENGINE_VERSION } from './engineVersions.ts';

/** Why a person gets another amount than last time; in the order in which the causes are taken in. */
export const changeCauses = [
  'rule',
  'amount',
  'profile',
  'vesting',
  'status',
  'rate',
  'escrow',
  'tax',
  'adjustment',
] as const;
export type ChangeCause = (typeof changeCauses)[number];

/** A run as it was kept. */
export interface KeptRun {
  readonly input: DistributionInput;
  readonly engineVersion: string;
}

export interface ChangedFigures {
  readonly grossBefore: Decimal;
  readonly grossNow: Decimal;
  readonly netBefore: Decimal;
  readonly netNow: Decimal;
  /** netNow - netBefore. */
  readonly change: Decimal;
  /** What each cause alone adds to the net; they add up to the change exactly. */
  readonly parts: Readonly<Record<ChangeCause, Decimal>>;
}

export interface ChangedParticipant extends ChangedFigures {
  readonly participantId: string;
}

export interface SourceChanges {
  /** People and trusts that get or got something of the source, whichever way. */
  readonly participants: readonly ChangedParticipant[];
  readonly totals: ChangedFigures;
}

/**
 * What a source pays otherwise than in an earlier run, for each person and trust, with its causes.
 *
 *     change = net now - net before = sum of the parts
 *
 * The earlier inputs are turned into the present ones, one cause at a time in the order of `changeCauses`, and computed again after each; a part
 * is the difference that its step makes. The order is fixed, so that what two causes make together belongs to the later one. Where the state
 * between two steps cannot be computed, the step's part is counted with that of the next.
 *
 * rule: another version of the engine. amount: the net distributable amount. profile: who shares by which percentage, entities' members included.
 * vesting: what applying it took and gave. That of the earlier run is undone before the profile, and that of the present one is applied after it.
 * status: terminated or not. rate: tax profiles, their rates and the characterizations. escrow: its percentages and what was given for it.
 * tax: given by a person in place of the computed. adjustment: loan repayment and other adjustment.
 *
 * Source: docs/calculations/distribution.md, 'What changed since the last run'.
 * Fails:  never; undefined when one of the two runs does not have the source or cannot be computed.
 */
export function changesSince(sourceId: string, before: KeptRun, now: KeptRun): SourceChanges | undefined {
  const [old, present] = [onlySource(sourceId, before.input), onlySource(sourceId, now.input)];
  if (!old || !present) return undefined;
  const first = figuresAt(before.engineVersion, old);
  const last = figuresAt(now.engineVersion, present);
  if (!first || !last) return undefined;
  const parts = new Map<string, Record<ChangeCause, Decimal>>();
  let standing = first;
  for (const [cause, figures] of steps(old, present, last)) {
    if (!figures) continue;
    for (const id of new Set([...standing.keys(), ...figures.keys()])) {
      const step = netOf(figures, id).minus(netOf(standing, id));
      if (step.isZero()) continue;
      const own = parts.get(id) ?? noParts();
      own[cause] = own[cause].plus(step);
      parts.set(id, own);
    }
    standing = figures;
  }
  const ids = [...new Set([...last.keys(), ...first.keys()])];
  const participants = ids.map((participantId): ChangedParticipant => {
    const [netBefore, netNow] = [netOf(first, participantId), netOf(last, participantId)];
    return {
      participantId,
      grossBefore: first.get(participantId)?.gross ?? zero,
      grossNow: last.get(participantId)?.gross ?? zero,
      netBefore,
      netNow,
      change: netNow.minus(netBefore),
      parts: parts.get(participantId) ?? noParts(),
    };
  });
  return { participants, totals: totalOf(participants) };
}

type Figures = ReadonlyMap<string, { readonly gross: Decimal; readonly net: Decimal }>;

const netOf = (figures: Figures, id: string): Decimal => figures.get(id)?.net ?? zero;

const noParts = (): Record<ChangeCause, Decimal> => ({
  rule: zero,
  amount: zero,
  profile: zero,
  vesting: zero,
  status: zero,
  rate: zero,
  escrow: zero,
  tax: zero,
  adjustment: zero,
});

function totalOf(rows: readonly ChangedFigures[]): ChangedFigures {
  const sum = (of: (row: ChangedFigures) => Decimal) => rows.reduce((total: Decimal, row) => total.plus(of(row)), zero);
  const parts = noParts();
  for (const cause of changeCauses) parts[cause] = sum((row) => row.parts[cause]);
  return {
    grossBefore: sum(({ grossBefore }) => grossBefore),
    grossNow: sum(({ grossNow }) => grossNow),
    netBefore: sum(({ netBefore }) => netBefore),
    netNow: sum(({ netNow }) => netNow),
    change: sum(({ change }) => change),
    parts,
  };
}

/** Those whose net changed most come first; who it did not change for stand as they were. */
export const byLargestChange = (participants: readonly ChangedParticipant[]): readonly ChangedParticipant[] =>
  participants.toSorted((one, other) => other.change.abs().comparedTo(one.change.abs()));

/** One source and its adjustments: sources do not touch one another. */
type OneSource = DistributionInput & { readonly source: SourceInput };

function onlySource(sourceId: string, input: DistributionInput): OneSource | undefined {
  const source = input.sources.find(({ id }) => id === sourceId);
  const adjustments = (input.adjustments ?? []).filter((one) => one.sourceId === sourceId);
  return source && { ...input, source, sources: [source], adjustments };
}

/** The figures after each cause, with the present engine; the last are the present ones as they were made. */
function* steps(old: OneSource, now: OneSource, last: Figures): Generator<readonly [ChangeCause, Figures | undefined]> {
  let state = old;
  yield ['rule', figuresAt(ENGINE_VERSION, state)];
  const taken: readonly (readonly [ChangeCause, (before: OneSource) => OneSource])[] = [
    ['amount', (before) => withSource(before, { netDistributableAmount: now.source.netDistributableAmount })],
    ['vesting', withoutVesting],
    ['profile', (before) => withProfile(before, withoutVesting(now))],
    ['vesting', (before) => withSource(before, vestingOf(now.source))],
    ['status', (before) => withParticipants(before, now, ({ status }) => ({ status }))],
    ['rate', (before) => withRates(before, now)],
    ['escrow', (before) => withGiven(withEscrow(before, now), now, ['escrow'])],
    ['tax', (before) => withGiven(before, now, ['tax'])],
  ];
  for (const [cause, take] of taken) {
    state = take(state);
    yield [cause, figuresAt(ENGINE_VERSION, state)];
  }
  // Whatever is left is what a person took or added.
  yield ['adjustment', last];
}

function withSource(before: OneSource, change: Partial<SourceInput>): OneSource {
  const source = { ...before.source, ...change };
  return { ...before, source, sources: [source] };
}

const vestingOf = ({ allocations, forfeitures = [], memberShares = [] }: SourceInput) => ({
  allocations,
  forfeitures,
  memberShares,
});

/**
 * The shares before vesting was applied. An entity whose members forfeited to nobody was lowered with them, and is raised again; one that was left
 * without a share stays so, as its percentage is not stored.
 */
function withoutVesting(input: OneSource): OneSource {
  const { allocations, forfeitures, memberShares } = vestingOf(input.source);
  const stored = new Map(
    forfeitures
      .filter(({ via = [] }) => via.length === 0)
      .flatMap(({ participantId, effective, recipients }) => [{ participantId, effective }, ...recipients])
      .map(({ participantId, effective }) => [participantId, effective]),
  );
  const raised = ({ participantId, effective }: Share): Decimal => {
    const left = sumOf(memberShares.find(({ via }) => via.length === 1 && via[0] === participantId)?.shares ?? []);
    if (left.isZero()) return effective;
    const all = sumOf(input.participants.find(({ id }) => id === participantId)?.members ?? []);
    return roundPercent(effective.times(all).div(left));
  };
  const before = allocations.map((share) => ({
    ...share,
    effective: stored.get(share.participantId) ?? raised(share),
  }));
  return withSource(input, { allocations: before, forfeitures: [], memberShares: [] });
}

const sumOf = (shares: readonly Share[]): Decimal =>
  shares.reduce<Decimal>((sum, { effective }) => sum.plus(effective), zero);

/** Shares, and the members of entities; who is new comes with all that is known of them, taxed by the rates of then. */
function withProfile(before: OneSource, now: OneSource): OneSource {
  const known = new Map(before.participants.map((one) => [one.id, one]));
  const all = [before, before.source, ...before.participants].flatMap(({ taxProfiles = [] }) => taxProfiles);
  const ratesThen = new Map(all.map((profile) => [profile.id, profile]));
  const asThen = (one: ParticipantInput): ParticipantInput => ({
    ...one,
    taxProfiles: (one.taxProfiles ?? []).map((profile) => ratesThen.get(profile.id) ?? profile),
  });
  const participants = now.participants.map((one): ParticipantInput => {
    const { members: _before, ...own } = known.get(one.id) ?? asThen(one);
    return one.members === undefined ? own : { ...own, members: one.members };
  });
  return withSource({ ...before, participants }, { allocations: now.source.allocations });
}

/** Something of each participant as it is now. */
function withParticipants(
  before: OneSource,
  now: OneSource,
  part: (participant: ParticipantInput) => Partial<ParticipantInput>,
): OneSource {
  const present = new Map(now.participants.map((one) => [one.id, one]));
  return {
    ...before,
    participants: before.participants.map((one) => {
      const later = present.get(one.id);
      return later ? { ...one, ...part(later) } : one;
    }),
  };
}

function withRates(before: OneSource, now: OneSource): OneSource {
  const { characterizations = [], taxProfiles = [] } = now.source;
  return {
    ...withSource(
      withParticipants(before, now, (one) => ({ taxProfiles: one.taxProfiles ?? [] })),
      { characterizations, taxProfiles },
    ),
    taxProfiles: now.taxProfiles ?? [],
  };
}

function withEscrow(before: OneSource, now: OneSource): OneSource {
  const { defaultEscrow, defaultTerminatedEscrow } = now;
  const present = new Map(now.participants.map((one) => [one.id, one]));
  const participants = before.participants.map((one): ParticipantInput => {
    const later = present.get(one.id);
    if (!later) return one;
    const { isEscrowExempt: _exempt, defaultEscrow: _default, ...rest } = one;
    return {
      ...rest,
      ...(later.isEscrowExempt === undefined ? {} : { isEscrowExempt: later.isEscrowExempt }),
      ...(later.defaultEscrow === undefined ? {} : { defaultEscrow: later.defaultEscrow }),
    };
  });
  const { defaultEscrow: _ofSource, ...rest } = before.source;
  const source = { ...rest, ...(now.source.defaultEscrow ? { defaultEscrow: now.source.defaultEscrow } : {}) };
  return { ...before, participants, defaultEscrow, defaultTerminatedEscrow, source, sources: [source] };
}

/** Given figures of some kinds as they are now, the others as they are. */
function withGiven(before: OneSource, now: OneSource, kinds: readonly ('escrow' | 'tax')[]): OneSource {
  const keyOf = ({ participantId, via = [] }: Adjustment) => [...via, participantId].join(' ');
  const rows = new Map<string, Adjustment>();
  for (const one of before.adjustments ?? []) {
    const kept = Object.fromEntries(Object.entries(one).filter(([name]) => !kinds.some((kind) => kind === name)));
    rows.set(keyOf(one), kept as unknown as Adjustment);
  }
  for (const one of now.adjustments ?? []) {
    const given = Object.fromEntries(kinds.flatMap((kind) => (one[kind] === undefined ? [] : [[kind, one[kind]]])));
    const { sourceId, participantId, via } = one;
    const place = rows.get(keyOf(one)) ?? { sourceId, participantId, ...(via ? { via } : {}) };
    if (Object.keys(given).length > 0) rows.set(keyOf(one), { ...place, ...given });
  }
  return { ...before, adjustments: [...rows.values()] };
}

function figuresAt(version: string, input: OneSource): Figures | undefined {
  const result = version === ENGINE_VERSION ? undefined : computeDistributionAt(version, input).unwrapOr(undefined);
  const draft = version === ENGINE_VERSION ? computeDraft(input) : undefined;
  const source = draft && draft.failures.length === 0 ? draft.result.sources[0] : result?.sources[0];
  if (!source) return undefined;
  const figures = new Map<string, { gross: Decimal; net: Decimal }>();
  const visit = ({ participantId, gross, net, members }: DetailRow): void => {
    if (members) return members.forEach(visit);
    const known = figures.get(participantId);
    figures.set(participantId, { gross: gross.plus(known?.gross ?? zero), net: net.plus(known?.net ?? zero) });
  };
  source.details.forEach(visit);
  return figures;
}
