import { type Decimal, hundred, type Path, roundPercent, zero } from '../../kernel/index.ts';
import {
  applyVesting,
  forfeitedShare,
  type Forfeiture,
  type MemberShares,
  type Refuse,
  type RunRequest,
  type Share,
  type SourceRequest,
  type VestingRequest,
  withForfeitures,
} from '../run/index.ts';
import { type HolderShare, holderShares, isShareOf, isSamePath, percentOfSource, vestingAt } from './holderShares.ts';
import type { RunFacts, SourceFacts } from './runFacts.ts';

interface Context {
  readonly request: RunRequest;
  readonly facts: RunFacts;
  readonly problem: Refuse;
}

const pathOf = ({ via = [] }: Pick<VestingRequest, 'via'>): readonly string[] => via;

/** Returns the shares that a forfeiture can go to: those of the source's profile, or the members of the innermost entity. */
function sharersOn(via: readonly string[], shares: readonly Share[], { participants }: RunFacts): readonly Share[] {
  const entity = via.at(-1);
  return entity === undefined ? shares : (participants.get(entity)?.members ?? []);
}

/**
 * Returns the forfeitures that apply vesting to the shares of a source. A profile's share goes to others in the profile, and a member's share
 * of an entity to its other members. Either can go to nobody. If vesting can't be applied, the run can't be submitted and the shares stay
 * unchanged; the draft still stores the choice.
 *
 * Source: docs/calculations/distribution.md.
 * Fails:  as problems VESTING_NOT_APPLICABLE.
 */
export function computeForfeitures(
  source: SourceRequest,
  sourceFacts: SourceFacts,
  shares: readonly Share[],
  path: Path,
  { request, facts, problem }: Context,
): readonly Forfeiture[] {
  const chosen = source.vestingApplied ?? [];
  if (chosen.length === 0) return [];
  const ownShares = holderShares(sourceFacts, shares, facts);
  return chosen.flatMap((vestingRequest, k): readonly Forfeiture[] => {
    const { participantId, recipients } = vestingRequest;
    const via = pathOf(vestingRequest);
    const refuse = (detail: string) => {
      problem('VESTING_NOT_APPLICABLE', [...path, 'vestingApplied', k], `${sourceFacts.id}: ${detail}.`);
      return [];
    };
    const own = ownShares.find(isShareOf(participantId, via));
    const sharers = sharersOn(via, shares, facts);
    const isTwice = chosen.slice(0, k).some((other) => isShareOf(participantId, via)({ ...other, via: pathOf(other) }));
    const reason =
      (own ? reasonAgainst(own, { source, sourceFacts, request }) : `${participantId} has no share in this source`) ??
      (isTwice ? `vesting is applied to ${participantId} twice` : undefined) ??
      recipients.flatMap((id, i) => reasonAgainstRecipient(id, recipients.slice(0, i), via, source, sharers) ?? [])[0];
    if (reason !== undefined || !own) return refuse(reason ?? '');
    const { on, vested } = vestingAt(sourceFacts, own, request);
    return applyVesting(sharers, {
      participantId,
      via,
      vested: vested._unsafeUnwrap().vested,
      vestedOn: on,
      recipients,
    }).match(
      (forfeiture) => [via.length === 0 ? forfeiture : withPercentOfSource(forfeiture, via, shares, facts)],
      () =>
        refuse(`none of the recipients has a percentage, so the amount forfeited by ${participantId} can’t be split`),
    );
  });
}

/**
 * Adds the percentages of the source to a forfeiture within an entity, by the same function as the preview.
 *
 *     received of the source = round(forfeited of the source x adjustment / forfeited, 10 decimals)
 *
 * Units:  percent of the source.
 * Source: docs/calculations/distribution.md.
 */
function withPercentOfSource(
  forfeiture: Forfeiture,
  via: readonly string[],
  shares: readonly Share[],
  facts: RunFacts,
): Forfeiture {
  const { participantId, vested, recipients, forfeited: ofEntity } = forfeiture;
  const effective = percentOfSource({ participantId, via }, (on) => sharersOn(on, shares, facts));
  const forfeited = forfeitedShare(effective, vested);
  return {
    ...forfeiture,
    ofSource: { effective, forfeited },
    recipients: recipients.map((recipient) => ({
      ...recipient,
      ofSource: {
        adjustment: ofEntity.isZero() ? zero : roundPercent(forfeited.times(recipient.adjustment).div(ofEntity)),
      },
    })),
  };
}

/** The shares of a source and the splits of its entities after vesting was applied. */
export interface SharesAfter {
  readonly allocations: readonly Share[];
  readonly memberShares: readonly MemberShares[];
}

/**
 * Returns the shares of a source, and the splits of its entities, after vesting is applied.
 *
 * If a member of an entity forfeits to nobody, the entity and the entities around it are paid less. Otherwise the other members would get the
 * forfeited part.
 *
 *     effective of an entity after = round(effective x sum of its members after / sum of its members before, 10 decimals)
 *
 * Units:  percent of the source, or of the entity.
 * Source: docs/calculations/distribution.md.
 */
export function sharesAfter(
  allocations: readonly Share[],
  forfeitures: readonly Forfeiture[],
  facts: RunFacts,
): SharesAfter {
  const paths = forfeitures.map(({ via = [] }) => via);
  const memberShares = new Map<string, MemberShares>();
  const after = (shares: readonly Share[], via: readonly string[]): readonly Share[] => {
    const own = forfeitures.filter((forfeiture) => isSamePath(forfeiture.via ?? [], via));
    return withForfeitures(shares, own).map((share) => {
      const inside = [...via, share.participantId];
      if (!paths.some((path) => isSamePath(path.slice(0, inside.length), inside))) return share;
      const members = sharersOn(inside, [], facts).map(({ participantId, effective }) => ({
        participantId,
        effective,
      }));
      const next = after(members, inside);
      memberShares.set(inside.join(' '), { via: inside, shares: next });
      const [before, remainingShares] = [sumOf(members), sumOf(next)];
      return remainingShares.eq(before)
        ? share
        : { ...share, effective: roundPercent(share.effective.times(remainingShares).div(before)) };
    });
  };
  return { allocations: after(allocations, []), memberShares: [...memberShares.values()] };
}

const sumOf = (shares: readonly Share[]): Decimal =>
  shares.reduce<Decimal>((sum, { effective }) => sum.plus(effective), zero);

interface OfSource {
  readonly source: SourceRequest;
  readonly sourceFacts: SourceFacts;
  readonly request: RunRequest;
}

/** Returns why vesting can't be applied to a share, as a clause that names its holder; undefined if it can. */
export function reasonAgainst(share: HolderShare, { source, sourceFacts, request }: OfSource): string | undefined {
  const { participantId, name, via } = share;
  if (request.investorBalanceBased)
    return 'vesting doesn’t apply to distributions by carry balance, which pay everybody their own balance';
  if (via.length === 0 && isTyped(source, participantId))
    return `the effective percentage of ${name} was typed for this run. Clear it to apply vesting`;
  return vestingAt(sourceFacts, share, request).vested.match(
    ({ vested }) => (vested.lt(hundred) ? undefined : `${name} is fully vested, so nothing is forfeited`),
    () => `the vested percentage of ${name} can’t be determined`,
  );
}

function reasonAgainstRecipient(
  id: string,
  before: readonly string[],
  via: readonly string[],
  source: SourceRequest,
  sharers: readonly Share[],
): string | undefined {
  if (before.includes(id)) return `${id} is named twice`;
  if (!sharers.some(({ participantId }) => participantId === id))
    return `${id} has no share here and can’t receive forfeited amounts`;
  if (
    source.vestingApplied?.some((vestingRequest) =>
      isShareOf(id, via)({ ...vestingRequest, via: pathOf(vestingRequest) }),
    )
  )
    return `${id} forfeits an amount and can’t receive forfeited amounts`;
  return via.length === 0 && isTyped(source, id)
    ? `the effective percentage of ${id} was typed for this run. Clear it to let ${id} receive forfeited amounts`
    : undefined;
}

const isTyped = ({ details }: SourceRequest, id: string): boolean =>
  details.some(
    ({ participantId, via, effectiveAllocation }) =>
      participantId === id && via.length === 0 && effectiveAllocation !== null && effectiveAllocation !== undefined,
  );
