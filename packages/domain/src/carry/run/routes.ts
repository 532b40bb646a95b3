import { type Fraction, toFraction } from '../../kernel/cents/index.ts';
import { type EscrowRate, escrowRate, type SourceEscrowDefaults } from '../escrow/index.ts';
import { type Decimal, required } from '../../kernel/index.ts';
import type { ParticipantInput, Share } from './distribution.ts';
import type { Holder } from './holders.ts';
import type { Weights } from './shares.ts';

/**
 * A path on which money reaches a participant, directly or through entities.
 *
 * It is the same for every source without its own escrow percentage. So it is built once, with everything that doesn't depend on the source.
 */
export interface Route {
  readonly holder: Holder<ParticipantInput>;
  readonly owner: Route | undefined;
  /** Percent of the owning entity; undefined on a direct path. */
  readonly effective: Decimal | undefined;
  readonly members: readonly Route[] | undefined;
  readonly weights: Weights | undefined;
  readonly escrow: EscrowRate;
  readonly escrowFraction: Fraction;
  /** The group of the participant's own taxes; unused for an entity. */
  readonly taxGroup: number;
}

/** The data of the distribution and its source that a route depends on. */
export interface RouteFacts {
  readonly defaults: SourceEscrowDefaults;
  readonly taxGroupOf: ReadonlyMap<ParticipantInput, number>;
  /** Splits of entities that apply to this source only, by `pathKey`. */
  readonly memberShares?: ReadonlyMap<string, { readonly shares: readonly Share[]; readonly weights: Weights }>;
}

export const pathKey = (via: readonly string[]): string => via.join(' ');

/** Builds the path to a holder and on to everyone below it. */
export function routeTo(
  holder: Holder<ParticipantInput>,
  facts: RouteFacts,
  owner?: Route,
  effective?: Decimal,
): Route {
  const entities: ParticipantInput[] = [];
  for (let entity = owner; entity !== undefined; entity = entity.owner) entities.push(entity.holder.participant);
  const escrow = escrowRate(holder.participant, entities, facts.defaults);
  const own = facts.memberShares?.get(pathKey([...entities.map(({ id }) => id).reverse(), holder.participant.id]));
  const members: Route[] = [];
  const route: Route = {
    holder,
    owner,
    effective,
    members: holder.members === undefined ? undefined : members,
    weights: own?.weights ?? holder.weights,
    escrow,
    escrowFraction: toFraction(escrow.percent),
    taxGroup: required(facts.taxGroupOf.get(holder.participant), 'the tax group of a participant'),
  };
  holder.members?.forEach((member, i) => {
    const share = own === undefined ? member.share : required(own.shares[i], 'the share of a member');
    members.push(routeTo(member.holder, facts, route, share.effective));
  });
  return route;
}

/** Yields the paths at or below a route that end at a participant. */
export function* routesTo(participantId: string, route: Route): Generator<Route> {
  if (route.holder.participant.id === participantId) yield route;
  for (const member of route.members ?? []) yield* routesTo(participantId, member);
}

/** Formats a path for display: 'N003 > N002 > E045'. */
export function routeText(route: Route): string {
  const { id } = route.holder.participant;
  return route.owner === undefined ? id : `${routeText(route.owner)} > ${id}`;
}

/** Adds the tax groups of the people and trusts at the end of a path. */
export function addTaxGroups(route: Route, groups: Set<number>): void {
  if (route.members === undefined) groups.add(route.taxGroup);
  else for (const member of route.members) addTaxGroups(member, groups);
}
