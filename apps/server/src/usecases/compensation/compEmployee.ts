import { storePayScope, type PayScope, isAbove } from '@carrara/adapters/postgres/compensation/compEmployee';
import { storeLeaverKind } from '@carrara/adapters/postgres/people/participant/employment';
import { canViewAllPay } from '@carrara/adapters/postgres/platform/user/canViewAllPay';
import { loadUser } from '@carrara/adapters/postgres/platform/user/userStore';
import { decidePosition, isSamePosition } from '@carrara/domain/compensation/compEmployee';
import type { LeaverKind } from '@carrara/domain/compensation/deferred';
import { err, ok } from '@carrara/domain/kernel';
import type { RequestContext } from '../../core/operations.ts';
import type { Outcome } from '../outcome.ts';
import { type DeferredSettlement, settleDeferred } from './deferredAward.ts';

/** An employee whose record was saved in this transaction. */
interface SavedEmployee {
  readonly id: string;
  readonly name: string;
  readonly rowVersion: number;
}

/** Saves an employee's manager, pay restriction and user. Fails: as `decidePosition`. */
export async function savePayPosition(
  { tx, person }: RequestContext,
  employee: SavedEmployee,
  before: PayScope,
  position: PayScope,
): Outcome {
  if (isSamePosition(before, position)) return ok(employee.id);
  const { manager, user } = position;
  const linked = user && user.id !== before.user?.id ? await loadUser(tx, user.id) : undefined;
  const facts = {
    personId: person.id,
    canViewAllPay: await canViewAllPay(tx),
    isMember: linked !== undefined && !linked.isInvitation,
    isManagerBelow: manager !== null && (await isAbove(tx, employee.id, manager.id)),
  };

  const decision = decidePosition(before, position, facts);
  if (decision.isErr()) return err(decision.error);

  await storePayScope(tx, employee, before, decision.value);
  return ok(employee.id);
}

/** Saves the leaver kind of an employee who was terminated, and settles their deferred awards if requested. Fails: as `settleDeferred`. */
export async function saveLeaver(
  context: RequestContext,
  employee: SavedEmployee,
  leaverKind: LeaverKind | null,
  settlement: Omit<DeferredSettlement, 'employeeId'> | undefined,
): Outcome {
  await storeLeaverKind(context.tx, employee, leaverKind);
  const settled = settlement ? await settleDeferred(context, { employeeId: employee.id, ...settlement }) : ok([]);
  return settled.map(() => employee.id);
}
