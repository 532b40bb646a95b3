import { portalUserList } from '@carrara/adapters/postgres/people/portalUser';
import { emptyId } from '@carrara/contract/core/kinds';
import type { PortalUser, portalUserEndpoints } from '@carrara/contract/people/portalUser';
import { err, type Failures, ok, type Result } from '@carrara/domain/kernel';
import type { Operations, RequestContext } from '../../core/operations.ts';
import { listOperation } from '../../core/recordOperations.ts';
import { linkPortalUser, noSuchEmployee, unlinkPortalUser } from '../../usecases/people/portalUser.ts';
import type { SaveUserPorts } from '../../usecases/platform/user.ts';

async function read({ tx }: RequestContext, id: string): Promise<Result<PortalUser, Failures>> {
  const found = await portalUserList.page(tx, { pageSize: 1, filters: { id, linked: 'all' } });
  if (found.isErr()) return err([found.error]);
  const [user] = found.value.pageData;
  return user ? ok(user) : noSuchEmployee();
}

/** Operations on the links between portal users and employees. */
export function portalUserOperations(ports: SaveUserPorts): Operations<typeof portalUserEndpoints> {
  return {
    listPortalUsers: listOperation(portalUserList),
    getPortalUser: (context, { params }) => read(context, params.id),
    async linkPortalUser(context, { params, body: { user, email, username } }) {
      const userId = user && user.id !== emptyId ? user.id : undefined;
      const linked = await linkPortalUser(ports, context, { id: params.id, userId, email, username });
      if (linked.isErr()) return err(linked.error);
      const { firstPassword, isMailed, email: address } = linked.value;
      const mailedTo = isMailed ? address : null;
      return (await read(context, params.id)).map((invitation) => ({ ...invitation, firstPassword, mailedTo }));
    },
    async unlinkPortalUser(context, { params }) {
      const unlinked = await unlinkPortalUser(context, params.id);
      return unlinked.isErr() ? err(unlinked.error) : read(context, unlinked.value);
    },
  };
}
