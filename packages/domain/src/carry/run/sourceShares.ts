import type { Path } from '../../kernel/index.ts';
import type { Refuse } from './checks.ts';
import type { Share } from './distribution.ts';
import type { SourceType } from './runRequest.ts';
import type { EntryFacts, HolderFacts, SharedSource, ShareFacts } from './shareFacts.ts';

/**
 * Rejects a source that doesn't exist, has another type, or has a profile of another source.
 *
 * Fails: SOURCE_UNKNOWN, SOURCE_TYPE_DIFFERS, PROFILE_OF_OTHER_SOURCE.
 */
export function checkSource(source: SharedSource | undefined, type: SourceType, path: Path, refuse: Refuse): void {
  if (!source) refuse('SOURCE_UNKNOWN', [...path, 'source'], 'There is no such source.');
  else if (source.type !== type)
    refuse('SOURCE_TYPE_DIFFERS', [...path, 'type'], `The type of ${source.name} is ${source.type}, not ${type}.`);
  if (source?.hasForeignProfile) {
    refuse('PROFILE_OF_OTHER_SOURCE', [...path, 'allocationProfile'], `The profile doesn’t belong to ${source.name}.`);
  }
}

/** Rejects sources of different currencies, because their amounts can't be added up. Fails: MIXED_CURRENCIES. */
export function checkCurrencies(
  ids: readonly string[],
  { sources }: ShareFacts,
  purpose: 'distribution' | 'realization' | 'forecast',
  refuse: Refuse,
): void {
  const currencies = ids.map((id) => sources.get(id)?.currencyId ?? null);
  const first = currencies.find((currency) => currency !== null);
  currencies.forEach((currency, i) => {
    if (currency !== null && currency !== first) {
      refuse('MIXED_CURRENCIES', ['sources', i], `All sources of a ${purpose} must have the same currency.`);
    }
  });
}

/** Returns the shares of a source's profile in its order. Fails: PROFILE_MISSING, PROFILE_NOT_USABLE. */
export function sharesByProfile({ profile, name }: SharedSource, path: Path, problem: Refuse): readonly Share[] {
  if (!profile) problem('PROFILE_MISSING', path, `${name} has no allocation profile in force.`);
  else if (!profile.isValid)
    problem('PROFILE_NOT_USABLE', path, `The allocation profile of ${name} has errors. Correct them first.`);
  return (profile?.entries ?? []).map(({ participantId, effective }) => ({ participantId, effective }));
}

/** Returns participants in the order in which these shares reach them, entities before their members. */
export function orderByShares<H extends HolderFacts>(
  shares: Iterable<readonly Share[]>,
  participants: ReadonlyMap<string, H>,
): readonly H[] {
  const reached = new Map<string, H>();
  const visit = (list: readonly Share[]): void => {
    for (const { participantId } of list) {
      const participant = participants.get(participantId);
      if (!participant || reached.has(participantId)) continue;
      reached.set(participantId, participant);
      if (participant.members) visit(participant.members);
    }
  };
  for (const list of shares) visit(list);
  return [...reached.values()];
}

/** Returns the participants of an input with their status, and entities with the shares of their members. */
export const participantInputs = (reached: readonly HolderFacts[]) =>
  reached.map(({ id, status, members }) => ({ id, status, ...memberShares(members) }));

export const memberShares = (members: HolderFacts['members']) =>
  members ? { members: members.map(({ participantId, effective }) => ({ participantId, effective })) } : {};

/** Explains why the amounts of an entity can't be divided among its members. */
export const memberMismatchText = (entityId: string): string =>
  `the members of entity ${entityId} have changed. Review them in the allocation profile.`;

/** Returns the reached entities whose members have changed since their profile was created. */
export function mismatchedEntities(
  sourceIds: readonly string[],
  { sources, participants }: ShareFacts,
  reached: ReadonlySet<string>,
): readonly string[] {
  const found = new Set<string>();
  const inspect = (entries: readonly EntryFacts[]) => {
    for (const { participantId, memberMismatch } of entries) {
      if (memberMismatch && reached.has(participantId)) found.add(participantId);
    }
  };
  for (const id of sourceIds) inspect(sources.get(id)?.profile?.entries ?? []);
  for (const id of reached) inspect(participants.get(id)?.members ?? []);
  return [...found];
}
