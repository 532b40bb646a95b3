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
  type Result,
} from '../../kernel/index.ts';
import { forfeitedOf, isDetermined, type RunRequest, type SourceLine, type SourceRequest } from '../run/index.ts';
import { type ComputedRun, computeRun } from './computeRun.ts';
import { reasonAgainst, vestingAt } from './forfeituresOf.ts';
import type { DistributionPorts } from './ports.ts';

/** Somebody whose share of a source is not, or not known to be, fully vested. */
export interface VestingHolder {
  readonly participantId: string;
  readonly name: string;
  readonly isTerminated: boolean;
  readonly effective: string;
  /** Null where it cannot be determined. */
  readonly vested: string | null;
  readonly vestedOn: CalendarDate;
  /** What applying it would take; null where that is not determined. */
  readonly forfeited: string | null;
  /** Why vesting cannot be applied; null when it can. */
  readonly refusal: string | null;
}

/** A share that applying vesting changes, before and after. Money is null while the source is not determined. */
export interface VestingMove {
  readonly participantId: string;
  readonly name: string;
  readonly effectiveBefore: string;
  readonly effectiveAfter: string;
  readonly change: string;
  readonly grossBefore: string | null;
  readonly grossAfter: string | null;
  readonly grossChange: string | null;
}

export interface VestingPreview {
  readonly holders: readonly VestingHolder[];
  /** Who could receive: whoever else shares in the source. */
  readonly shares: readonly { readonly participantId: string; readonly name: string; readonly effective: string }[];
  readonly moves: readonly VestingMove[];
  readonly forfeited: string;
  readonly unallocatedBefore: string | null;
  readonly unallocatedAfter: string | null;
  /** Why it cannot be applied as it was chosen. */
  readonly problems: Failures;
}

/**
 * What applying vesting would take of one source of a run, and to whom it would go, with the same engine that computes the run: nothing is kept.
 *
 * Source: calculations section 4, 'Apply vesting'.
 * Fails:  as the refusals of `runInput`.
 */
export async function previewVesting(
  ports: Pick<DistributionPorts, 'facts' | 'newId' | 'readable'>,
  request: RunRequest & { readonly sources: readonly [SourceRequest] },
): Promise<Result<VestingPreview, Failures>> {
  const facts = await ports.facts(request);
  const known = { ...ports, facts: () => Promise.resolve(facts) };
  const [source] = request.sources;
  const plain = { ...request, sources: [{ ...source, vestingApplied: [] }] as const };
  const before = await computeRun(known, plain);
  const after = await computeRun(known, request);
  if (after.run.refusals.length > 0) return err(after.run.refusals);
  const sharesBefore = before.run.input.sources[0]!.allocations;
  const effectiveAfter = new Map(
    after.run.input.sources[0]!.allocations.map(({ participantId, effective }) => [participantId, effective]),
  );
  const [grossBefore, grossAfter] = [grossesOf(before), grossesOf(after)];
  const nameOf = (id: string) => facts.participants.get(id)?.name ?? '';
  const sourceFacts = facts.sources.get(source.sourceId)!;
  const holders = sharesBefore.flatMap(({ participantId, effective }): readonly VestingHolder[] => {
    const entry = sourceFacts.profile?.entries.find((one) => one.participantId === participantId);
    const participant = facts.participants.get(participantId);
    if (!entry || !participant || effective.isZero()) return [];
    const { on, vested } = vestingAt(sourceFacts, entry, participant, request);
    if (vested.isOk() && !vested.value.vested.lt(hundred)) return [];
    return [
      {
        participantId,
        name: participant.name,
        isTerminated: participant.status === 'terminated',
        effective: numberText(effective),
        vested: vested.isOk() ? numberText(vested.value.vested) : null,
        vestedOn: on,
        forfeited: vested.isOk() ? numberText(forfeitedOf(effective, vested.value.vested)) : null,
        refusal:
          reasonAgainst(participantId, { source, known: sourceFacts, shares: sharesBefore, facts, request }) ?? null,
      },
    ];
  });
  const refusals = await ports.readable(
    holders.map(({ refusal }) => ({ code: 'VESTING_NOT_APPLICABLE', path: [], detail: refusal ?? '' })),
  );
  const forfeitures = after.run.input.sources[0]!.forfeitures ?? [];
  return ok({
    holders: holders.map((holder, i) => ({ ...holder, refusal: holder.refusal && refusals[i]!.detail })),
    shares: sharesBefore.map(({ participantId, effective }) => ({
      participantId,
      name: nameOf(participantId),
      effective: numberText(effective),
    })),
    moves: sharesBefore.flatMap(({ participantId: id, effective }): readonly VestingMove[] => {
      const next = effectiveAfter.get(id) ?? effective;
      if (next.eq(effective)) return [];
      const [was, is] = [grossBefore?.get(id) ?? null, grossAfter?.get(id) ?? null];
      return [
        {
          participantId: id,
          name: nameOf(id),
          effectiveBefore: numberText(effective),
          effectiveAfter: numberText(next),
          change: numberText(next.minus(effective)),
          grossBefore: was,
          grossAfter: is,
          grossChange: was === null || is === null ? null : moneyText(decimal(is).minus(was)),
        },
      ];
    }),
    forfeited: numberText(forfeitures.reduce((sum: Decimal, one) => sum.plus(one.forfeited), decimal('0'))),
    unallocatedBefore: lineOf(before).unallocated,
    unallocatedAfter: lineOf(after).unallocated,
    problems: await ports.readable(after.problems.filter(({ code }) => code === 'VESTING_NOT_APPLICABLE')),
  });
}

const lineOf = ({ rows }: ComputedRun): SourceLine => rows.sources[0]!;

/** The gross of each share of the source; undefined while it is not determined. */
function grossesOf(computed: ComputedRun): ReadonlyMap<string, string> | undefined {
  const line = lineOf(computed);
  if (!isDetermined(line)) return undefined;
  return new Map(
    line.details.filter(({ parentId }) => parentId === null).map(({ participantId, gross }) => [participantId, gross]),
  );
}
