import { personById } from '@carrara/adapters/identity/persons';
import { hasMail, retryMail as queueAgain } from '@carrara/adapters/postgres/platform/mail/mails';
import { err, fail, ok } from '@carrara/domain/kernel';
import { decideMailRetry, decideTestMail } from '@carrara/domain/platform/mail';
import type { Pool } from 'pg';
import type { MailQueue } from '../../core/mailQueue.ts';
import type { RequestContext } from '../../core/operations.ts';
import type { Outcome } from '../outcome.ts';

export interface MailPorts {
  readonly pool: Pool;
  readonly mails: MailQueue;
  /** Called after a commit that queued a mail. */
  readonly onMail: () => void;
}

/** Records an action in the firm's audit log, as a change of its settings. */
function note({ tx, tenant }: RequestContext, operation: string, after: object): void {
  tx.record({ operation, objectType: 'tenant', objectId: tenant.id, objectName: tenant.name, before: null, after });
}

/** Mails the person a test message, and returns their address. Fails: as `decideTestMail`. */
export async function sendTestMail({ pool, mails }: MailPorts, context: RequestContext): Outcome {
  const { tx, person, tenant } = context;
  const decision = decideTestMail(mails.from !== undefined, (await personById(pool, person.id))?.email ?? '');
  if (decision.isErr()) return err(decision.error);
  const address = decision.value;
  await mails.add(tx, {
    personId: person.id,
    kind: 'test',
    address,
    subject: 'Test mail',
    parts: [{ text: `${tenant.name} can send mail. You requested this message in its settings.` }],
  });
  note(context, 'sendTestMail', { address });
  return ok(address);
}

/** Queues a failed mail again. Fails: WRONG_STATE, and those of `decideMailRetry`. */
export async function retryMail({ mails, onMail }: MailPorts, context: RequestContext, id: string): Outcome {
  const { tx } = context;
  const decision = decideMailRetry(mails.from !== undefined, await hasMail(tx, id));
  if (decision.isErr()) return err(decision.error);
  if (!(await queueAgain(tx, id)))
    return err([fail('WRONG_STATE', ['id'], 'You can retry only failed mail whose link is still valid.')]);
  note(context, 'retryMail', { mail: id });
  tx.afterCommit(async () => onMail());
  return ok(id);
}
