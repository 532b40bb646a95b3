import { remindRecipients, listNotifiedReaders } from '@carrara/adapters/postgres/platform/delivery/deliver';
import type { Delivery } from '@carrara/contract/platform/delivery/delivery';
import { err, ok } from '@carrara/domain/kernel';
import { decideReminder } from '@carrara/domain/platform/delivery';
import type { RequestContext } from '../../core/operations.ts';
import type { Outcome } from '../outcome.ts';

/** Reminds the recipients of a delivery to acknowledge it, and returns their number. Fails: as `decideReminder`. */
export async function remindDelivery({ tx, client }: RequestContext, delivery: Delivery): Outcome<number> {
  const { id, name, version, rowVersion } = delivery;

  const decision = decideReminder(delivery);
  if (decision.isErr()) return err(decision.error);

  const reminded = await remindRecipients(tx, id, client.address);
  tx.record({
    operation: 'remindDelivery',
    objectType: 'delivery',
    objectId: id,
    objectName: name,
    before: null,
    after: { version, reminded },
    rowVersion,
    alsoNotifies: await listNotifiedReaders(tx, id),
  });
  return ok(reminded);
}
