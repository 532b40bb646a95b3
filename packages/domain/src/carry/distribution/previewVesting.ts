import {
  type CalendarDate,
  type Decimal,
  decimal,
  type Failures,
  hundred,
  moneyText,
  numberText,
  ok,
  err,
  required,
  type Result,
} from '../../kernel/index.ts';
import {
  type DetailLine,
  forfeitedShare,
  isDetermined,
  type RunRequest,
  type Share,
  type SourceLine,
  type SourceRequest,
} from '../run/index.ts';
import { type ComputedRun, computeRun } from './computeRun.ts';
import { reasonAgainst } from './computeForfeitures.ts';
import { type HolderShare, holderShares, isShareOf, isSamePath, percentOfSource, vestingAt } from './holderShares.ts';
import type { RunFacts } from './runFacts.ts';

/** A person or trust on one path to a source, directly or through entities, outermost first. */
interface OnPath {
  readonly participantId: string;
  readonly via: readonly string[];
}

/** A person or trust whose share of a source isn't fully vested, or may not be. Percentages are of the source, so that rows can be compared. */
interface VestingHolder extends OnPath {
  readonly name: string;
  /** The entities on the path, outermost first. */
  readonly through: readonly string[];
  readonly isTerminated: boolean;
  readonly terminationDate: CalendarDate | null;
  readonly effective: string;
  /** Null if it can't be determined. */
  readonly vested: string | null;
  readonly vestedOn: CalendarDate;
  /** The percentage that applying vesting would forfeit; null if not determined. */
  readonly forfeited: string | null;
  /** The gross amount that the run pays without applying vesting; null while the source isn't determined. */
  readonly gross: string | null;
  /** The reason why vesting can't be applied; null if it can. */
  readonly refusal: string | null;
}

/** A share before and after applying vesting. Percentages are of the source. Money is null while the source isn't determined. */
interface VestingMove extends OnPath {
  readonly name: string;
  readonly effectiveBefore: string;
  readonly effectiveAfter: string;
  readonly change: string;
  readonly grossBefore: string | null;
  readonly grossAfter: string | null;
  readonly grossChange: string | null;
}

interface VestingShare extends OnPath {
  readonly name: string;
  readonly effective: string;
}

export interface VestingPreview {
  readonly sourceId: string;
  readonly sourceName: string;
  /** Those who have left come first. */
  readonly holders: readonly VestingHolder[];
  /** The possible recipients: everyone else in the source's profile or, for a member of an entity, its other members. */
  readonly shares: readonly VestingShare[];
  readonly moves: readonly VestingMove[];
  readonly unallocatedBefore: string | null;
  readonly unallocatedAfter: string | null;
  /** Reasons why the chosen vesting can't be applied. */
  readonly problems: Failures;
}

/**
 * Returns what applying vesting would forfeit at the sources of a run, and who would receive it. Uses the same engine as the run and stores nothing.
 *
 * Source: docs/calculations/distribution.md.
 * Fails:  as the refusals of `runInput`.
 */
export function previewVesting(
  request: RunRequest,
  facts: RunFacts,
  newId: () => string,
): Result<readonly VestingPreview[], Failures> {
  const plain = { ...request, sources: request.sources.map((source) => ({ ...source, vestingApplied: [] })) };
  const before = computeRun(plain, facts, newId);
  const after = computeRun(request, facts, newId);
  if (after.run.refusals.length > 0) return err(after.run.refusals);
  return ok(request.sources.map((source, at) => previewOf(source, before, after, at)));
}

function previewOf(source: SourceRequest, before: ComputedRun, after: ComputedRun, at: number): VestingPreview {
  const { facts, request } = after;
  const sourceFacts = required(facts.sources.get(source.sourceId), 'the facts of a source');
  const nameOf = (id: string) => facts.participants.get(id)?.name ?? '';
  const sharesBefore = sharesOn([], before, at);
  const [rowsBefore, rowsAfter] = [linesOf(before, at), linesOf(after, at)];
  const grossOf = (rows: Lines, onPath: OnPath) =>
    rows?.find((line) => isShareOf(onPath.participantId, onPath.via)({ ...line, via: line.path }))?.gross ?? null;
  const shares = holderShares(sourceFacts, sharesBefore, facts);
  const effectiveBefore = (share: OnPath) => effectiveOfSource(share, before, at);
  const holders = shares.flatMap((share): readonly VestingHolder[] => {
    const { on, vested } = vestingAt(sourceFacts, share, request);
    if (vested.isOk() && !vested.value.vested.lt(hundred)) return [];
    return [
      {
        participantId: share.participantId,
        via: share.via,
        name: share.name,
        through: share.via.map(nameOf),
        isTerminated: share.isTerminated,
        terminationDate: share.terminationDate,
        effective: numberText(effectiveBefore(share)),
        vested: vested.isOk() ? numberText(vested.value.vested) : null,
        vestedOn: on,
        forfeited: vested.isOk() ? numberText(forfeitedShare(effectiveBefore(share), vested.value.vested)) : null,
        gross: grossOf(rowsBefore, share),
        refusal: upperFirst(reasonAgainst(share, { source, sourceFacts, request })),
      },
    ];
  });
  const shared = [
    ...sharesBefore.map(({ participantId, effective }) => ({ participantId, via: [], effective })),
    ...shares.filter(({ via }) => via.length > 0),
  ];
  return {
    sourceId: source.sourceId,
    sourceName: sourceFacts.name,
    holders: holders.toSorted((holder, other) => Number(other.isTerminated) - Number(holder.isTerminated)),
    shares: shared.map(({ participantId, via, effective }) => ({
      participantId,
      via,
      name: nameOf(participantId),
      effective: numberText(effective),
    })),
    moves: shared.flatMap((share) =>
      movesOf(share, nameOf, [before, after], at, grossOf(rowsBefore, share), grossOf(rowsAfter, share)),
    ),
    unallocatedBefore: lineOf(before, at).unallocated,
    unallocatedAfter: lineOf(after, at).unallocated,
    problems: after.problems.filter(({ code, path }) => code === 'VESTING_NOT_APPLICABLE' && path[1] === at),
  };
}

function movesOf(
  { participantId, via, effective }: OnPath & Pick<HolderShare, 'effective'>,
  nameOf: (id: string) => string,
  [before, after]: readonly [ComputedRun, ComputedRun],
  at: number,
  was: string | null,
  is: string | null,
): readonly VestingMove[] {
  const next = sharesOn(via, after, at).find((share) => share.participantId === participantId)?.effective ?? effective;
  // The members of an entity that receives more keep their percentages of it and aren't listed.
  if (next.eq(effective)) return [];
  const [old, now] = [before, after].map((run) => effectiveOfSource({ participantId, via }, run, at)) as [
    Decimal,
    Decimal,
  ];
  return [
    {
      participantId,
      via,
      name: nameOf(participantId),
      effectiveBefore: numberText(old),
      effectiveAfter: numberText(now),
      change: numberText(now.minus(old)),
      grossBefore: was,
      grossAfter: is,
      grossChange: was === null || is === null ? null : moneyText(decimal(is).minus(was)),
    },
  ];
}

/** Returns the shares of a source in a run or, below entities, of the innermost entity. */
function sharesOn(via: readonly string[], { run, facts }: ComputedRun, at: number): readonly Share[] {
  const { allocations, memberShares = [] } = required(run.input.sources[at], 'a source of a run');
  const entity = via.at(-1);
  if (entity === undefined) return allocations;
  return (
    memberShares.find((memberShare) => isSamePath(memberShare.via, via))?.shares ??
    facts.participants.get(entity)?.members ??
    []
  );
}

const effectiveOfSource = (share: OnPath, run: ComputedRun, at: number): Decimal =>
  percentOfSource(share, (via) => sharesOn(via, run, at));

/** Capitalizes a reason that stands alone. */
const upperFirst = (text: string | undefined): string | null =>
  text === undefined ? null : text.charAt(0).toUpperCase() + text.slice(1);

const lineOf = ({ rows }: ComputedRun, at: number): SourceLine => required(rows.sources[at], 'the row of a source');

type Lines = readonly DetailLine[] | undefined;
/** Returns the rows of a source; undefined while it isn't determined. */
function linesOf(computed: ComputedRun, at: number): Lines {
  const line = lineOf(computed, at);
  return isDetermined(line) ? line.details : undefined;
}
