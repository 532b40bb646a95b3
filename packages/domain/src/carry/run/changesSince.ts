import { type Decimal, roundPercent, zero } from '../../kernel/index.ts';
import type { Adjustment, DetailRow, DistributionInput, ParticipantInput, Share, SourceInput } from './distribution.ts';
import { computeDistributionAt, ENGINE_VERSION } from './engineVersions.ts';

/** The causes of a change in a person's amount since the last run, in the order in which they are applied. */
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

export interface StoredRun {
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
  /** The change in the net due to each cause alone. The parts add up to the change exactly. */
  readonly parts: Readonly<Record<ChangeCause, Decimal>>;
}

export interface ChangedParticipant extends ChangedFigures {
  readonly participantId: string;
}

export interface SourceChanges {
  /** The people and trusts that the source pays or paid, on any path. */
  readonly participants: readonly ChangedParticipant[];
  readonly totals: ChangedFigures;
}

/**
 * Compares what a source pays now with an earlier run, for each person and trust, by cause.
 *
 *     change = net now - net before = sum of the parts
 *
 * The earlier inputs are turned into the present ones, one cause at a time in the order of `changeCauses`, and recomputed after each step. A part is
 * the change in that step. Because the order is fixed, a combined effect of two causes counts toward the later one. If the state between two steps
 * can't be computed, the part is added to that of the next step.
 *
 * - rule: another version of the engine.
 * - amount: the net distributable amount.
 * - profile: the percentages of everyone who shares, including entities' members.
 * - vesting: the effect of applied vesting. The earlier run's is undone before the profile step, and the present run's is applied after it.
 * - status: terminated or not.
 * - rate: tax profiles, their rates and the characterizations.
 * - escrow: the percentages and entered amounts.
 * - tax: taxes entered to replace the computed ones.
 * - adjustment: loan repayments and other adjustments.
 *
 * Source: docs/calculations/distribution.md, 'What changed since the last run'.
 * Fails:  never; undefined when one of the two runs does not have the source or cannot be computed.
 */
export function changesSince(sourceId: string, before: StoredRun, now: StoredRun): SourceChanges | undefined {
  const [old, present] = [onlySource(sourceId, before.input), onlySource(sourceId, now.input)];
  if (!old || !present) return undefined;
  const first = figuresAt(before.engineVersion, old);
  const last = figuresAt(now.engineVersion, present);
  if (!first || !last) return undefined;
  const parts = new Map<string, Record<ChangeCause, Decimal>>();
  let previous = first;
  for (const [cause, figures] of steps(old, present, last)) {
    if (!figures) continue;
    for (const id of new Set([...previous.keys(), ...figures.keys()])) {
      const step = netOf(figures, id).minus(netOf(previous, id));
      if (step.isZero()) continue;
      const own = parts.get(id) ?? noParts();
      own[cause] = own[cause].plus(step);
      parts.set(id, own);
    }
    previous = figures;
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
  const sum = (amountOf: (row: ChangedFigures) => Decimal) =>
    rows.reduce((total: Decimal, row) => total.plus(amountOf(row)), zero);
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

/** Sorts participants by the size of their change, largest first. Ties keep their order. */
export const sortByChange = (participants: readonly ChangedParticipant[]): readonly ChangedParticipant[] =>
  participants.toSorted((participant, other) => other.change.abs().comparedTo(participant.change.abs()));

/** One source with its adjustments. Sources don't affect each other. */
type SourceRun = DistributionInput & { readonly source: SourceInput };

function onlySource(sourceId: string, input: DistributionInput): SourceRun | undefined {
  const source = input.sources.find(({ id }) => id === sourceId);
  const adjustments = (input.adjustments ?? []).filter((adjustment) => adjustment.sourceId === sourceId);
  return source && { ...input, source, sources: [source], adjustments };
}

/** Yields the figures after each cause, computed with the present engine. The last ones are the present run's own figures. */
function* steps(old: SourceRun, now: SourceRun, last: Figures): Generator<readonly [ChangeCause, Figures | undefined]> {
  let state = old;
  yield ['rule', figuresAt(ENGINE_VERSION, state)];
  const causeSteps: readonly (readonly [ChangeCause, (before: SourceRun) => SourceRun])[] = [
    ['amount', (before) => withSource(before, { netDistributableAmount: now.source.netDistributableAmount })],
    ['vesting', withoutVesting],
    ['profile', (before) => withProfile(before, withoutVesting(now))],
    ['vesting', (before) => withSource(before, vestingOf(now.source))],
    ['status', (before) => withParticipants(before, now, ({ status }) => ({ status }))],
    ['rate', (before) => withRates(before, now)],
    ['escrow', (before) => withEntered(withEscrow(before, now), now, ['escrow'])],
    ['tax', (before) => withEntered(before, now, ['tax'])],
  ];
  for (const [cause, apply] of causeSteps) {
    state = apply(state);
    yield [cause, figuresAt(ENGINE_VERSION, state)];
  }
  // All remaining differences come from adjustments.
  yield ['adjustment', last];
}

function withSource(before: SourceRun, change: Partial<SourceInput>): SourceRun {
  const source = { ...before.source, ...change };
  return { ...before, source, sources: [source] };
}

const vestingOf = ({ allocations, forfeitures = [], memberShares = [] }: SourceInput) => ({
  allocations,
  forfeitures,
  memberShares,
});

/**
 * Returns the shares before vesting was applied. If members forfeited to nobody, their entity was lowered and is raised again here. An entity left
 * without any share stays at zero, because its original percentage isn't stored.
 */
function withoutVesting(input: SourceRun): SourceRun {
  const { allocations, forfeitures, memberShares } = vestingOf(input.source);
  const stored = new Map(
    forfeitures
      .filter(({ via = [] }) => via.length === 0)
      .flatMap(({ participantId, effective, recipients }) => [{ participantId, effective }, ...recipients])
      .map(({ participantId, effective }) => [participantId, effective]),
  );
  const raised = ({ participantId, effective }: Share): Decimal => {
    const remaining = sumOf(memberShares.find(({ via }) => via.length === 1 && via[0] === participantId)?.shares ?? []);
    if (remaining.isZero()) return effective;
    const all = sumOf(input.participants.find(({ id }) => id === participantId)?.members ?? []);
    return roundPercent(effective.times(all).div(remaining));
  };
  const before = allocations.map((share) => ({
    ...share,
    effective: stored.get(share.participantId) ?? raised(share),
  }));
  return withSource(input, { allocations: before, forfeitures: [], memberShares: [] });
}

const sumOf = (shares: readonly Share[]): Decimal =>
  shares.reduce<Decimal>((sum, { effective }) => sum.plus(effective), zero);

/** Applies the new shares and entity members. New participants come with all their data, but with the earlier tax rates. */
function withProfile(before: SourceRun, now: SourceRun): SourceRun {
  const earlierById = new Map(before.participants.map((participant) => [participant.id, participant]));
  const all = [before, before.source, ...before.participants].flatMap(({ taxProfiles = [] }) => taxProfiles);
  const ratesThen = new Map(all.map((profile) => [profile.id, profile]));
  const asThen = (participant: ParticipantInput): ParticipantInput => ({
    ...participant,
    taxProfiles: (participant.taxProfiles ?? []).map((profile) => ratesThen.get(profile.id) ?? profile),
  });
  const participants = now.participants.map((participant): ParticipantInput => {
    const { members: _before, ...own } = earlierById.get(participant.id) ?? asThen(participant);
    return participant.members === undefined ? own : { ...own, members: participant.members };
  });
  return withSource({ ...before, participants }, { allocations: now.source.allocations });
}

/** Replaces some properties of each participant with their present values. */
function withParticipants(
  before: SourceRun,
  now: SourceRun,
  part: (participant: ParticipantInput) => Partial<ParticipantInput>,
): SourceRun {
  const present = new Map(now.participants.map((participant) => [participant.id, participant]));
  return {
    ...before,
    participants: before.participants.map((participant) => {
      const later = present.get(participant.id);
      return later ? { ...participant, ...part(later) } : participant;
    }),
  };
}

function withRates(before: SourceRun, now: SourceRun): SourceRun {
  const { characterizations = [], taxProfiles = [] } = now.source;
  return {
    ...withSource(
      withParticipants(before, now, (withParticipant) => ({ taxProfiles: withParticipant.taxProfiles ?? [] })),
      { characterizations, taxProfiles },
    ),
    taxProfiles: now.taxProfiles ?? [],
  };
}

function withEscrow(before: SourceRun, now: SourceRun): SourceRun {
  const { defaultEscrow, defaultTerminatedEscrow } = now;
  const present = new Map(now.participants.map((participant) => [participant.id, participant]));
  const participants = before.participants.map((participant): ParticipantInput => {
    const later = present.get(participant.id);
    if (!later) return participant;
    const { isEscrowExempt: _exempt, defaultEscrow: _default, ...rest } = participant;
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

/** Replaces entered figures of the given kinds with the present ones and keeps all others. */
function withEntered(before: SourceRun, now: SourceRun, kinds: readonly ('escrow' | 'tax')[]): SourceRun {
  const keyOf = ({ participantId, via = [] }: Adjustment) => [...via, participantId].join(' ');
  const rows = new Map<string, Adjustment>();
  for (const adjustment of before.adjustments ?? []) {
    const remaining: { -readonly [K in keyof Adjustment]: Adjustment[K] } = { ...adjustment };
    for (const kind of kinds) delete remaining[kind];
    rows.set(keyOf(adjustment), remaining);
  }
  for (const adjustment of now.adjustments ?? []) {
    const overrides = Object.fromEntries(
      kinds.flatMap((kind) => (adjustment[kind] === undefined ? [] : [[kind, adjustment[kind]]])),
    );
    const { sourceId, participantId, via } = adjustment;
    const row = rows.get(keyOf(adjustment)) ?? { sourceId, participantId, ...(via ? { via } : {}) };
    if (Object.keys(overrides).length > 0) rows.set(keyOf(adjustment), { ...row, ...overrides });
  }
  return { ...before, adjustments: [...rows.values()] };
}

function figuresAt(version: string, input: SourceRun): Figures | undefined {
  const source = computeDistributionAt(version, input).unwrapOr(undefined)?.sources[0];
  if (!source) return undefined;
  const figures = new Map<string, { gross: Decimal; net: Decimal }>();
  const visit = ({ participantId, gross, net, members }: DetailRow): void => {
    if (members) return members.forEach(visit);
    const earlier = figures.get(participantId);
    figures.set(participantId, { gross: gross.plus(earlier?.gross ?? zero), net: net.plus(earlier?.net ?? zero) });
  };
  source.details.forEach(visit);
  return figures;
}
