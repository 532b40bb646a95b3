import { type Fraction, fractionOf } from '../../kernel/cents/index.ts';
import { type EscrowRate, escrowRate, type SourceEscrowDefaults } from '../escrow/index.ts';
import type { Decimal } from '../../kernel/index.ts';
import type { ParticipantInput, Share } from './distribution.ts';
import type { Holder } from './holders.ts';
import type { Weights } from './shares.ts';

/**
 * One way on which money reaches a participant: direct, or through entities.
 *
 * It is the same at every source without an escrow percentage of its own, so that it is built once and holds all that does not depend on
 * the source.
 */
export interface Route {
  readonly holder: Holder<ParticipantInput>;
  readonly owner: Route | undefined;
  /** Of the owning entity; undefined on a direct way. */
  readonly effective: Decimal | undefined;
  readonly members: readonly Route[] | undefined;
  readonly weights: Weights | undefined;
  readonly escrow: EscrowRate;
  readonly escrowFraction: Fraction;
  /** Which taxes of its own the participant has; of no meaning for an entity. */
  readonly taxGroup: number;
}

/** What a route needs to know of the distribution and its source. */
export interface RouteGround {
  readonly defaults: SourceEscrowDefaults;
  readonly taxGroupOf: ReadonlyMap<ParticipantInput, number>;
  /** Splits of entities that hold at this source alone, by `wayKey`. */
  readonly memberShares?: ReadonlyMap<string, { readonly shares: readonly Share[]; readonly weights: Weights }>;
}

export const wayKey = (via: readonly string[]): string => via.join(' ');

/** The way to a holder and on to all below it. */
export function routeTo(
  holder: Holder<ParticipantInput>,
  ground: RouteGround,
  owner?: Route,
  effective?: Decimal,
): Route {
  const entities: ParticipantInput[] = [];
  for (let entity = owner; entity !== undefined; entity = entity.owner) entities.push(entity.holder.participant);
  const escrow = escrowRate(holder.participant, entities, ground.defaults);
  const own = ground.memberShares?.get(wayKey([...entities.map(({ id }) => id).reverse(), holder.participant.id]));
  const members: Route[] = [];
  const route: Route = {
    holder,
    owner,
    effective,
    members: holder.members === undefined ? undefined : members,
    weights: own?.weights ?? holder.weights,
    escrow,
    escrowFraction: fractionOf(escrow.percent),
    taxGroup: ground.taxGroupOf.get(holder.participant)!,
  };
  holder.members?.forEach((member, i) => {
    members.push(routeTo(member.holder, ground, route, own?.shares[i]!.effective ?? member.share.effective));
  });
  return route;
}

/** The ways below a route, itself included, that end at a participant. */
export function* routesTo(participantId: string, route: Route): Generator<Route> {
  if (route.holder.participant.id === participantId) yield route;
  for (const member of route.members ?? []) yield* routesTo(participantId, member);
}

/** People and things as a person reads the way: 'N003 > N002 > E045'. */
export function routeText(route: Route): string {
  const { id } = route.holder.participant;
  return route.owner === undefined ? id : `${routeText(route.owner)} > ${id}`;
}

/** Adds the tax groups of the people and trusts at the end of a way. */
export function addTaxGroups(route: Route, groups: Set<number>): void {
  if (route.members === undefined) groups.add(route.taxGroup);
  else for (const member of route.members) addTaxGroups(member, groups);
}
