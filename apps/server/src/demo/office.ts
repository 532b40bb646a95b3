import { err, ok } from '@carrara/domain/kernel';
import type { ModuleRole } from '@carrara/contract/platform/user';
import { takeIn } from '../usecases/platform/invitation.ts';
import type { Firm, Happening } from './firm.ts';
import type { DemoPersonKey } from './people.ts';

/** Work of an administrator: groups with roles, and users without a demo account. */
export interface OfficeFacts {
  readonly administrator: DemoPersonKey;
  readonly groups: readonly {
    readonly day: string;
    readonly name: string;
    readonly roles: readonly ModuleRole[];
    readonly members: readonly DemoPersonKey[];
    readonly archived?: string;
  }[];
  readonly users: readonly {
    readonly day: string;
    readonly firstName: string;
    readonly lastName: string;
    readonly email: string;
    readonly roles: readonly ModuleRole[];
    readonly archived?: string;
  }[];
  /** Reference entries that the firm adds to the standard ones. */
  readonly entries: readonly {
    readonly type: 'title' | 'office';
    readonly code: string;
    readonly description: string;
  }[];
}

export function office(firm: Firm, { administrator, groups, users, entries }: OfficeFacts): Happening[] {
  const { operations, cast, book } = firm;
  const does = (day: string, act: Happening['act']): Happening => ({ day, who: administrator, act });
  const setUp = entries.map(({ type, code, description }, at) =>
    does(firm.opened, async (context) => {
      const body = { code, description, displayOrder: 100 + at, isInactive: false };
      const saved = await operations.reference.saveReferenceEntry(context, { params: { type }, body });
      return saved.map(({ id }) => book.keep(`reference ${type}`, description, id));
    }),
  );
  const ofGroups = groups.flatMap(({ day, name, roles, members, archived }) => {
    const body = {
      name,
      isInactive: false,
      roles: [...roles],
      groupMembers: members.map((key) => ({ user: { id: cast.persons[key] }, isInactive: false })),
    };
    const made = does(day, async (context) => {
      const saved = await operations.group.saveGroup(context, { body });
      return saved.map(({ id }) => book.keep('group', name, id));
    });
    if (!archived) return [made];
    const closed = does(archived, async (context) => {
      const read = await operations.group.getGroup(context, { params: { id: book.id('group', name) } });
      if (read.isErr()) return err(read.error);
      const { id, rowVersion } = read.value;
      return operations.group.saveGroup(context, { body: { ...body, id, rowVersion, isInactive: true } });
    });
    return [made, closed];
  });
  const ofUsers = users.flatMap(({ day, firstName, lastName, email, roles, archived }) => {
    const body = { firstName, lastName, email, username: email, isInactive: false, roles: [...roles] };
    let made: { readonly id: string; readonly rowVersion: number } | undefined;
    const joins = does(day, async (context) => {
      const saved = await operations.user.saveUser(context, { body });
      if (saved.isOk()) await takeIn(context.tx, saved.value.id, saved.value.id, body.roles);
      return saved.map((user) => (made = user));
    });
    if (!archived) return [joins];
    const goes = does(archived, async (context) =>
      made
        ? operations.user.saveUser(context, {
            body: { ...body, id: made.id, rowVersion: made.rowVersion, isInactive: true },
          })
        : ok(undefined),
    );
    return [joins, goes];
  });
  return [...setUp, ...ofGroups, ...ofUsers];
}
