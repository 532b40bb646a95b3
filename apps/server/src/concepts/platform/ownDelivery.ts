import {
  lockAcknowledgment,
  noteDeliveryEvent,
  type NotedEvent,
  ownDeliveredPlace,
  ownDeliveryList,
} from '@carrara/adapters/postgres/platform/delivery';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork';
import { documentRead } from '@carrara/contract/core/events';
import { portalShows } from '@carrara/contract/core/modules';
import type { OwnDelivery, ownDeliveryEndpoints } from '@carrara/contract/platform/ownDelivery';
import { err, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';
import { acknowledgmentFailures, withdrawn } from '@carrara/domain/platform/delivery';
import { asksStepUp, policyOf } from '@carrara/domain/platform/signIn';
import type { Operations, RequestContext } from '../../operations.ts';
import { listOperation } from '../../recordOperations.ts';
import type { DeliveryPorts } from './delivery.ts';
import { givesStored } from './storedFile.ts';

const missing = () => err([fail('NOT_FOUND', ['id'], 'No such document was released to you.')]);
/** Event: a reader did something with a released document. */
export interface DocumentRead {
  readonly tenantId: string;
  readonly kind: keyof typeof documentRead;
  readonly at: string;
}
export interface OwnDeliveryPorts extends DeliveryPorts {
  /** Called after the commit, so that open pages of the people who released it are updated. */
  readonly onDocumentRead: (read: DocumentRead) => void;
}

const shownIn = ({ tenant }: RequestContext) => ({ isWithoutPay: !portalShows(tenant.settings).pay });

const isLetter = (kind: OwnDelivery['kind']) => kind === 'Letter';

async function read(context: RequestContext, id: string): Promise<Result<OwnDelivery, Failures>> {
  const filters = { id, kind: 'all', ...shownIn(context) };
  const found = await ownDeliveryList.page(context.tx, { pageSize: 1, filters });
  if (found.isErr()) return err([found.error]);
  const [delivery] = found.value.pageData;
  return delivery ? ok(delivery) : missing();
}

/** Operations on documents released to the signed-in person, whom the database determines. */
export function ownDeliveryOperations({
  storage,
  onDocumentRead,
}: OwnDeliveryPorts): Operations<typeof ownDeliveryEndpoints> {
  async function note(tx: Transaction, { id, kind }: OwnDelivery, event: Omit<NotedEvent, 'deliveryId'>) {
    await noteDeliveryEvent(tx, { ...event, deliveryId: id });
    const read = { tenantId: tx.tenantId, kind: isLetter(kind) ? 'letter' : 'statement', at: tx.now } as const;
    tx.afterCommit(async () => onDocumentRead(read));
  }
  return {
    listPortalDocuments: listOperation(ownDeliveryList, ({ kind }, context) => ({ kind, ...shownIn(context) })),
    getPortalDocument: (context, { params }) => read(context, params.id),
    async openPortalDocument(context, { params }) {
      const found = await read(context, params.id);
      if (found.isErr()) return err(found.error);
      if (found.value.state === 'Withdrawn') return err([withdrawn()]);
      const { tx, client } = context;
      await note(tx, found.value, { kind: 'OPENED', address: client.address });
      return read(context, params.id);
    },
    downloadPortalDocument: givesStored<typeof ownDeliveryEndpoints.downloadPortalDocument>(
      storage,
      async (context, { params, query }) => {
        const { tx, client } = context;
        const found = await read(context, params.id);
        if (found.isErr()) return err(found.error);
        if (found.value.state === 'Withdrawn') return err([withdrawn()]);
        const place = await ownDeliveredPlace(tx, params.id);
        if (!place) return missing();
        const { fileName: name, mimeType: type } = place;
        const file = {
          name,
          type,
          inline: query.inline && type === 'application/pdf',
          ...(isLetter(found.value.kind) ? {} : { loggedAs: 'Own statement', asksStrength: true }),
          evidence: (own: Transaction) => note(own, found.value, { kind: 'DOWNLOADED', address: client.address }),
        };
        return ok({ place, file });
      },
    ),
    async acknowledgePortalDocument(context, { params, body }) {
      const { tx, client, person, tenant } = context;
      await lockAcknowledgment(tx, params.id);
      const found = await read(context, params.id);
      if (found.isErr()) return err(found.error);
      const { wording, state, acknowledgedDate, hasOpened } = found.value;
      const refused = acknowledgmentFailures({
        wording,
        isSuperseded: state === 'Superseded',
        isWithdrawn: state === 'Withdrawn',
        isAcknowledged: acknowledgedDate !== null,
        hasOpened,
        name: person.name,
        typedName: body.typedName,
      });
      if (refused.length > 0) return err(refused);
      await note(tx, found.value, {
        kind: 'ACKNOWLEDGED',
        detail: wording,
        typedName: body.typedName,
        // If the firm requires it, nobody gets here without.
        isSteppedUp: asksStepUp(policyOf(tenant.settings)),
        address: client.address,
      });
      return read(context, params.id);
    },
  };
}
