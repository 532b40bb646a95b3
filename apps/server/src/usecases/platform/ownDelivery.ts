import {
  lockAcknowledgment,
  recordDeliveryEvent,
  type NotedEvent,
} from '@carrara/adapters/postgres/platform/delivery/deliver';
import { ownDeliveryList } from '@carrara/adapters/postgres/platform/delivery/ownDeliveries';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import type { documentRead } from '@carrara/contract/core/events';
import { portalShows } from '@carrara/contract/core/modules';
import type { OwnDelivery } from '@carrara/contract/platform/delivery/ownDelivery';
import { err, fail, ok } from '@carrara/domain/kernel';
import { acknowledgmentFailures, documentWithdrawn } from '@carrara/domain/platform/delivery';
import { requiresStepUp, signInPolicy } from '@carrara/domain/platform/signIn';
import type { RequestContext } from '../../core/operations.ts';
import type { Outcome } from '../outcome.ts';

/** Event: a reader did something with a released document. */
export interface DocumentRead {
  readonly tenantId: string;
  readonly kind: keyof typeof documentRead;
  readonly at: string;
}
export interface DocumentReadPorts {
  /** Called after the commit, so that open pages of the people who released it are updated. */
  readonly onDocumentRead: (read: DocumentRead) => void;
}

export const documentNotReleased = () => err([fail('NOT_FOUND', ['id'], 'No such document was released to you.')]);
export const portalFilters = ({ tenant }: RequestContext) => ({ isWithoutPay: !portalShows(tenant.settings).pay });
export const isLetter = (kind: OwnDelivery['kind']) => kind === 'Letter';

export async function readOwnDelivery(context: RequestContext, id: string): Outcome<OwnDelivery> {
  const filters = { id, kind: 'all', ...portalFilters(context) };
  const found = await ownDeliveryList.page(context.tx, { pageSize: 1, filters });
  if (found.isErr()) return err([found.error]);
  const [delivery] = found.value.pageData;
  return delivery ? ok(delivery) : documentNotReleased();
}

/** Loads a document that the firm hasn't withdrawn. Fails: NOT_FOUND, WRONG_STATE. */
export async function openableDelivery(context: RequestContext, id: string): Outcome<OwnDelivery> {
  const found = await readOwnDelivery(context, id);
  return found.andThen((delivery) => (delivery.state === 'Withdrawn' ? err([documentWithdrawn()]) : ok(delivery)));
}

/** Records in the evidence what a reader did with a document. */
export async function recordDocumentRead(
  { onDocumentRead }: DocumentReadPorts,
  tx: Transaction,
  { id, kind }: OwnDelivery,
  event: Omit<NotedEvent, 'deliveryId'>,
): Promise<void> {
  await recordDeliveryEvent(tx, { ...event, deliveryId: id });
  const read = { tenantId: tx.tenantId, kind: isLetter(kind) ? 'letter' : 'statement', at: tx.now } as const;
  tx.afterCommit(async () => onDocumentRead(read));
}

/** Opens a document. Fails: as `openableDelivery`. */
export async function openDelivery(ports: DocumentReadPorts, context: RequestContext, id: string): Outcome {
  const delivery = await openableDelivery(context, id);
  if (delivery.isErr()) return err(delivery.error);
  await recordDocumentRead(ports, context.tx, delivery.value, { kind: 'OPENED', address: context.client.address });
  return ok(id);
}

/** Acknowledges a document with the reader's typed name. Fails: NOT_FOUND, and those of `acknowledgmentFailures`. */
export async function acknowledgeDelivery(
  ports: DocumentReadPorts,
  context: RequestContext,
  { id, typedName }: { readonly id: string; readonly typedName: string },
): Outcome {
  const { tx, client, person, tenant } = context;
  await lockAcknowledgment(tx, id);
  const found = await readOwnDelivery(context, id);
  if (found.isErr()) return err(found.error);
  const { wording, state, acknowledgedDate, hasOpened } = found.value;

  const failures = acknowledgmentFailures({
    wording,
    isSuperseded: state === 'Superseded',
    isWithdrawn: state === 'Withdrawn',
    isAcknowledged: acknowledgedDate !== null,
    hasOpened,
    name: person.name,
    typedName,
  });
  if (failures.length > 0) return err(failures);

  await recordDocumentRead(ports, tx, found.value, {
    kind: 'ACKNOWLEDGED',
    detail: wording,
    typedName,
    // If the firm requires it, nobody gets here without.
    isSteppedUp: requiresStepUp(signInPolicy(tenant.settings)),
    address: client.address,
  });
  return ok(id);
}
