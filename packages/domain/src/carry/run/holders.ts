import { type Path, required } from '../../kernel/index.ts';
import { checkDistinct, type Refuse } from './checks.ts';
import type { Share } from './distribution.ts';
import { type Weights, shareWeights } from './shares.ts';

const MAX_ENTITY_DEPTH = 50;

/** The maximum number of rows in one computation. Nested entities multiply rows, so larger computations are rejected. */
export const MAX_ROWS = 120_000;

export interface HolderInput {
  readonly id: string;
  readonly members?: readonly Share[];
}

/** A participant linked to its entities and members. */
export interface Holder<P extends HolderInput> {
  readonly participant: P;
  readonly position: number;
  /** An entity's members with their weights; undefined for a person or trust. */
  members?: readonly Member<P>[];
  weights?: Weights;
  /** The number of rows that the holder takes in a source, including its own. Each path to a member is a row. */
  rows: number;
  depth: number;
  /** True if the holder or something below it is invalid, so that no source can use it. */
  isBroken: boolean;
}

interface Member<P extends HolderInput> {
  readonly share: Share;
  readonly holder: Holder<P>;
}

export type Holders<P extends HolderInput> = ReadonlyMap<string, Holder<P>>;

/**
 * Links entities to their members and checks that money can pass through.
 *
 * Source: docs/calculations/distribution.md.
 * Fails:  PARTICIPANT_DUPLICATE, PARTICIPANT_UNKNOWN, ENTITY_WITHOUT_MEMBERS, MEMBERS_NOT_100, ENTITY_CYCLE (naming the
 *         ring), ENTITY_TOO_DEEP (more than 50 levels), and those of percentages.
 */
export function linkHolders<P extends HolderInput>(participants: readonly P[], path: Path, refuse: Refuse): Holders<P> {
  const ids = participants.map(({ id }) => id);
  checkDistinct(ids, 'PARTICIPANT_DUPLICATE', (i) => [...path, i, 'id'], refuse);
  const holders = new Map<string, Holder<P>>();
  participants.forEach((participant, position) => {
    holders.set(participant.id, { participant, position, rows: 1, depth: 0, isBroken: false });
  });
  for (const holder of holders.values()) linkMembers(holder, holders, [...path, holder.position, 'members'], refuse);
  const tangled = measure(holders);
  refuseCycles(tangled, path, refuse);
  for (const holder of holders.values()) {
    if (holder.depth > MAX_ENTITY_DEPTH && !holder.members?.some((member) => member.holder.depth > MAX_ENTITY_DEPTH)) {
      const detail = `${holder.participant.id} has more than ${MAX_ENTITY_DEPTH} levels of entities below it`;
      refuse('ENTITY_TOO_DEEP', [...path, holder.position, 'members'], detail);
    }
    holder.isBroken ||= holder.depth > MAX_ENTITY_DEPTH;
  }
  return holders;
}

function linkMembers<P extends HolderInput>(holder: Holder<P>, holders: Holders<P>, path: Path, refuse: Refuse): void {
  const { id, members: shares } = holder.participant;
  if (shares === undefined) return;
  const refuseHere: Refuse = (code, at, detail) => {
    holder.isBroken = true;
    refuse(code, at, detail);
  };
  if (shares.length === 0) refuseHere('ENTITY_WITHOUT_MEMBERS', path, `entity ${id} has no members`);
  const weights = shareWeights(shares, path, refuseHere);
  if (weights !== undefined && shares.length > 0 && !weights.isWhole) {
    refuseHere('MEMBERS_NOT_100', path, `the members of entity ${id} must total 100.0000%`);
  }
  const members: Member<P>[] = [];
  shares.forEach((share, i) => {
    const member = holders.get(share.participantId);
    if (member !== undefined) members.push({ share, holder: member });
    else refuseHere('PARTICIPANT_UNKNOWN', [...path, i, 'participantId'], `no participant ${share.participantId}`);
  });
  holder.members = members;
  if (weights !== undefined) holder.weights = weights;
}

/** Counts rows and levels from the leaves up. Returns the holders it never reaches, which are in a cycle or above one. */
function measure<P extends HolderInput>(holders: Holders<P>): Set<Holder<P>> {
  const owners = new Map<Holder<P>, Holder<P>[]>();
  const pending = new Map<Holder<P>, number>();
  for (const holder of holders.values()) {
    pending.set(holder, holder.members?.length ?? 0);
    for (const { holder: member } of holder.members ?? []) {
      const existing = owners.get(member);
      if (existing === undefined) owners.set(member, [holder]);
      else existing.push(holder);
    }
  }
  const ready = [...holders.values()].filter((holder) => pending.get(holder) === 0);
  const tangled = new Set(holders.values());
  for (let holder = ready.pop(); holder !== undefined; holder = ready.pop()) {
    tangled.delete(holder);
    for (const { holder: member } of holder.members ?? []) {
      holder.rows += member.rows;
      holder.depth = Math.max(holder.depth, member.depth + 1);
      holder.isBroken ||= member.isBroken;
    }
    for (const owner of owners.get(holder) ?? []) {
      const remaining = required(pending.get(owner), 'the number of pending members of an entity') - 1;
      pending.set(owner, remaining);
      if (remaining === 0) ready.push(owner);
    }
  }
  return tangled;
}

function refuseCycles<P extends HolderInput>(tangled: ReadonlySet<Holder<P>>, path: Path, refuse: Refuse): void {
  const visited = new Set<Holder<P>>();
  for (const start of tangled) {
    start.isBroken = true;
    const ownershipPath: Holder<P>[] = [];
    let holder = start;
    while (!visited.has(holder)) {
      visited.add(holder);
      ownershipPath.push(holder);
      // Follow a member that was never reached. Every unreached holder has one.
      const next = holder.members?.find((member) => tangled.has(member.holder));
      holder = required(next, 'the unreached member of an entity').holder;
    }
    const entry = ownershipPath.indexOf(holder);
    if (entry < 0) continue;
    const ring = [...ownershipPath.slice(entry), holder].map(({ participant }) => participant.id).join(' > ');
    refuse('ENTITY_CYCLE', [...path, holder.position, 'members'], `entities own each other in a circle: ${ring}`);
  }
}
