import {
  employeeOfPerson,
  keepPortalLink,
  lockPortalLink,
  type PortalLink,
  portalUserList,
} from '@carrara/adapters/postgres/people/portalUser';
import {
  hasPayAccessBeyond,
  isPayBeyond,
  loadUser,
  personOfInvitation,
} from '@carrara/adapters/postgres/platform/user';
import { emptyId } from '@carrara/contract/core/kinds';
import type { PortalUser, portalUserEndpoints } from '@carrara/contract/people/portalUser';
import { err, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';
import type { Operations, RequestContext } from '../../operations.ts';
import { listOperation } from '../../recordOperations.ts';
import { type UserPorts, userOperations } from '../platform/user.ts';

const missing = (id: string) => err([fail('NOT_FOUND', ['id'], `There is no employee ${id}.`)]);
const reader = { application: 'participant-portal', role: 'viewer' } as const;
type LinkBody = Parameters<Operations<typeof portalUserEndpoints>['linkPortalUser']>[1]['body'];

async function read({ tx }: RequestContext, id: string): Promise<Result<PortalUser, Failures>> {
  const found = await portalUserList.page(tx, { pageSize: 1, filters: { id, linked: 'all' } });
  if (found.isErr()) return err([found.error]);
  const [user] = found.value.pageData;
  return user ? ok(user) : missing(id);
}

/** Returns why a user can't be linked. */
async function linkFailures({ tx, person }: RequestContext, personId: string): Promise<Failures> {
  if (personId === person.id) return toOneself();
  const other = await employeeOfPerson(tx, personId);
  if (other) return [fail('ALREADY_LINKED', ['user'], `This user is already linked to ${other.name}.`)];
  return refusedByPay(tx, personId);
}

const toOneself = (): Failures => [
  fail('LINK_TO_ONESELF', ['user'], 'You can’t change your own link to an employee. Ask another administrator.'),
];

/**
 * Returns why a link is refused because of pay: pay access, and the ban on editing one's own pay, depend on who the
 * person is.
 */
const refusedByPay = async (tx: RequestContext['tx'], personId: string): Promise<Failures> =>
  (await hasPayAccessBeyond(tx, personId))
    ? [
        fail(
          'PAY_ACCESS_NOT_YOURS',
          ['user'],
          'This user has access to pay. Only people with access to everyone’s pay can link them.',
        ),
      ]
    : [];

/** Operations on the links between portal users and employees. */
export function portalUserOperations(ports: UserPorts): Operations<typeof portalUserEndpoints> {
  const users = userOperations(ports);
  /** Returns the user with portal access among their roles: an existing user, or one invited here. */
  async function userWithPortal(context: RequestContext, link: PortalLink, body: LinkBody) {
    const { tx } = context;
    const id = body.user && body.user.id !== emptyId ? body.user.id : undefined;
    if (id === undefined) {
      const { firstName, lastName } = link;
      const email = body.email ?? link.email ?? '';
      const username = body.username || email;
      const invited = { firstName, lastName, email, username, isInactive: false, roles: [reader] };
      return users.saveUser(context, { body: invited });
    }
    const user = await loadUser(tx, id);
    if (!user || user.status === 'Archived') return err([fail('NOT_FOUND', ['user'], 'This firm has no such user.')]);
    if (user.roles.some(({ application }) => application === reader.application))
      return ok({ ...user, firstPassword: null, isMailed: false });
    const { rowVersion, firstName, lastName, email, username, isInactive, roles } = user;
    const known = { id, rowVersion, firstName, lastName, email, username, isInactive };
    return users.saveUser(context, { body: { ...known, roles: [...roles, reader] } });
  }
  return {
    listPortalUsers: listOperation(portalUserList),
    getPortalUser: (context, { params }) => read(context, params.id),
    async linkPortalUser(context, { params, body }) {
      const { tx } = context;
      const link = await lockPortalLink(tx, params.id);
      if (!link) return missing(params.id);
      if (link.personId !== null)
        return err([fail('ALREADY_LINKED', ['id'], `${link.name} already has a portal user.`)]);
      if (await isPayBeyond(tx, link.id))
        return err([
          fail(
            'PAY_ACCESS_NOT_YOURS',
            [],
            `Only people who can see the pay of ${link.name} can do this, because the portal shows it.`,
          ),
        ]);
      const user = await userWithPortal(context, link, body);
      if (user.isErr()) return err(user.error);
      // A person who is only invited is found by the invitation.
      const personId = (await personOfInvitation(tx, user.value.id))?.id ?? user.value.id;
      const refused = await linkFailures(context, personId);
      if (refused.length > 0) return err(refused);
      await keepPortalLink(tx, link, personId);
      const { firstPassword, isMailed, email } = user.value;
      return (await read(context, link.id)).map((one) => ({
        ...one,
        firstPassword,
        mailedTo: isMailed ? email : null,
      }));
    },
    async unlinkPortalUser(context, { params }) {
      const link = await lockPortalLink(context.tx, params.id);
      if (!link) return missing(params.id);
      if (link.personId === null) return read(context, link.id);
      const refused = link.personId === context.person.id ? toOneself() : await refusedByPay(context.tx, link.personId);
      if (refused.length > 0) return err(refused);
      await keepPortalLink(context.tx, link, null);
      return read(context, link.id);
    },
  };
}
