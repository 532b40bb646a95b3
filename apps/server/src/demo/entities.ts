import { err, ok } from '@carrara/domain/kernel';
import { by, type Firm, type Happening } from './firm.ts';
import type { Home } from './hiring.ts';
import { saveShares, settleMembers } from './sharing.ts';

/** An entity as it was founded, with the changes of its members. */
export interface EntityStory {
  readonly code: string;
  readonly name: string;
  readonly type: string;
  readonly founded: string;
  readonly home: Home;
  readonly versions: readonly {
    readonly day: string;
    readonly reason: string;
    /** Members with percentages. Without percentages, the members changed but the profile doesn't reflect it yet. */
    readonly members: readonly (readonly [code: string, percent?: string])[];
  }[];
}

function change(firm: Firm, entity: EntityStory, version: EntityStory['versions'][number]): Happening {
  const { book, operations } = firm;
  const { code, name, type, founded, home } = entity;
  const { day, reason, members } = version;
  return by(firm, day, async (context) => {
    const read = book.knows('participant', code)
      ? await operations.participant.getEntity(context, { params: { id: book.id('participant', code) } })
      : undefined;
    if (read?.isErr()) return err(read.error);
    const head = read?.isOk() ? { id: read.value.id, rowVersion: read.value.rowVersion, reason } : {};
    const saved = await operations.participant.saveEntity(context, {
      body: {
        ...head,
        code,
        name,
        type: book.reference('entity-type', type),
        formationDate: founded,
        carryEligibleDate: founded,
        isForeign: false,
        isEscrowExempt: false,
        address: {
          addressLine1: home.line,
          city: home.city,
          stateRegion: home.region ?? null,
          postalCode: home.postalCode,
          country: book.reference('country', home.country),
        },
        members: members.map(([member]) => ({ participantId: book.id('participant', member) })),
      },
    });
    if (saved.isErr()) return err(saved.error);
    const { id } = saved.value;
    book.keep('participant', code, id);
    const shares = members.flatMap(([participant, percent]) => (percent ? [{ participant, percent }] : []));
    if (shares.length === 0) return ok(undefined);
    const profile = {
      containerId: id,
      key: `members of ${code}`,
      name: `${name} Allocation Profile`,
      day,
      reason,
      shares,
    };
    const stored = await saveShares(firm, context, profile);
    return stored.isErr() ? err(stored.error) : settleMembers(context, id, { day, reason });
  });
}

/** Plays the founding of entities and the changes of their members. */
export function entities(firm: Firm, stories: readonly EntityStory[]): Happening[] {
  return stories.flatMap((entity) => entity.versions.map((version) => change(firm, entity, version)));
}
