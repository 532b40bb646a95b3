import { exportFormats } from '@carrara/contract/core/fileTypes';
import {
  deliveryLocations,
  type DeliveredLocation,
  deliveryList,
  evidenceList,
  recipientList,
} from '@carrara/adapters/postgres/platform/delivery/deliveryLists';
import { safeFileName } from '@carrara/adapters/files/fileName';
import { type ZippedFile, createZip } from '@carrara/adapters/files/createZip';
import type { listPdf } from '@carrara/adapters/pdf/listPdf';
import { type Delivery, type deliveryEndpoints, evidenceColumns } from '@carrara/contract/platform/delivery/delivery';
import { err, type Failures, fail, noSuch, ok, type Result } from '@carrara/domain/kernel';
import { createHash } from 'node:crypto';
import { exportedFor } from '../../../files/exportList.ts';
import { convertToFirmTime, zonedColumns } from '../../../files/firmClock.ts';
import { spool } from '../../../files/spool.ts';
import { loadLetterhead } from '../../../letters/letterhead.ts';
import { listFiles } from '../../../files/listFiles.ts';
import type { Operations, RequestContext } from '../../../core/operations.ts';
import { listOperation, type ListOperation, type PageQuery } from '../../../core/recordOperations.ts';
import { remindDelivery } from '../../../usecases/platform/delivery.ts';
import type { Storage } from '../../../files/storeFiles.ts';
import { listAllRows, type OfRecord } from '../../../core/ownerScope.ts';
import { returnsStored, storedFile } from '../../../files/storedFile.ts';

export interface DeliveryPorts {
  readonly storage: Storage;
}

const missing = () => err([noSuch('delivery')]);
/** Letters belong to carry. Other documents have pages of their own. */
const ofCarry = { kind: 'LETTER' } as const;

/** Returns a release in the contract's form. */
export async function readDelivery({ tx }: RequestContext, id: string): Promise<Result<Delivery, Failures>> {
  const found = await deliveryList.page(tx, { pageSize: 1, filters: { id, ...ofCarry } });
  if (found.isErr()) return err([found.error]);
  const [delivery] = found.value.pageData;
  return delivery ? ok(delivery) : missing();
}

type PortalQuery = PageQuery & { readonly portal: 'all' | 'yes' | 'no' };
const recipients = listOperation<unknown, PortalQuery, OfRecord>(recipientList, ({ portal }, _context, { params }) => ({
  releaseId: params.id,
  portal,
}));
const events = listOperation<unknown, PageQuery, OfRecord>(evidenceList, (_query, _context, { params }) => ({
  releaseId: params.id,
}));

/** Creates a list below a release of carry. Not found if the release doesn't exist. */
function belowDelivery<Row, Q extends PageQuery>(list: ListOperation<Q, Row, OfRecord>) {
  type Input = { readonly query: Q } & OfRecord;
  const guarded =
    <T>(read: (context: RequestContext, input: Input) => Promise<Result<T, Failures>>) =>
    async (context: RequestContext, input: Input) => {
      const found = await readDelivery(context, input.params.id);
      return found.isErr() ? err(found.error) : read(context, input);
    };
  return Object.assign(guarded(list), { rows: guarded(list.rows) });
}

/** Operations on released documents, their recipients and events. */
export function deliveryOperations({ storage }: DeliveryPorts): Operations<typeof deliveryEndpoints> {
  const bytesOf = (location: DeliveredLocation) => storedFile(storage.files, location);
  return {
    listDeliveries: listOperation(deliveryList, ({ objectId }) => ({ objectId, ...ofCarry })),
    getDelivery: (context, { params }) => readDelivery(context, params.id),
    listDeliveryRecipients: belowDelivery(recipients) as never,
    listDeliveryEvents: belowDelivery(events) as never,
    async downloadDeliveryCertificate(context, { params, query }) {
      const found = await readDelivery(context, params.id);
      if (found.isErr()) return err(found.error);
      return ok(await certificate(context, found.value, query.as));
    },
    downloadDelivered: returnsStored<typeof deliveryEndpoints.downloadDelivered>(
      storage,
      async (context, { params }) => {
        const found = await readDelivery(context, params.id);
        if (found.isErr()) return err(found.error);
        const [location] = await deliveryLocations(context.tx, params.id, {
          portal: 'all',
          deliveryId: params.deliveryId,
        });
        if (!location) return missing();
        const { fileName: name, mimeType: type } = location;
        return ok({ location, file: { name, type, inline: type === 'application/pdf' } });
      },
    ),
    async downloadDeliveryPackage(context, { params, query }) {
      const found = await readDelivery(context, params.id);
      if (found.isErr()) return err(found.error);
      const locations = await deliveryLocations(context.tx, params.id, { portal: query.portal });
      if (locations.length === 0) return err([fail('NO_RECIPIENTS', [], 'Every recipient has portal access.')]);
      const files: ZippedFile[] = [];
      for (const location of locations) {
        const bytes = await bytesOf(location);
        if (bytes.isErr()) return err(bytes.error);
        const { participant, code } = location;
        files.push({ name: code ? `${participant} (${code})` : participant, read: async () => bytes.value });
      }
      const name = safeFileName(`${found.value.name} version ${String(found.value.version)}`, 'zip');
      return ok({
        name,
        type: 'application/zip',
        content: createZip(files, 'pdf', found.value.createdDate.slice(0, 10)),
      });
    },
    async remindDelivery(context, { params }) {
      const found = await readDelivery(context, params.id);
      const reminded = found.isErr() ? err(found.error) : await remindDelivery(context, found.value);
      if (reminded.isErr()) return err(reminded.error);
      return (await readDelivery(context, params.id)).map((delivery) => ({ ...delivery, reminded: reminded.value }));
    },
  };
}

/** Prints a list with the firm's letterhead, like letters and statements. */
async function printed({ tx, tenant, today }: RequestContext, list: Parameters<typeof listPdf>[0]) {
  const { listPdf: draw } = await import('@carrara/adapters/pdf/listPdf');
  return draw(list, { head: await loadLetterhead(tx, tenant), today });
}

/**
 * Creates a certificate with all evidence, and at the end the digest of everything above, so that an altered copy has
 * another digest.
 */
export async function certificate(
  context: RequestContext,
  { id, name, version, state }: Pick<Delivery, 'id' | 'name' | 'version' | 'state'>,
  as: 'pdf' | 'csv',
) {
  const rows = await listAllRows<Readonly<Record<string, unknown>>>(context.tx, evidenceList as never, {
    releaseId: id,
  });
  const digest = createHash('sha256');
  for (const row of rows) digest.update(`${JSON.stringify(evidenceColumns.map(({ field }) => row[field] ?? null))}\n`);
  const seal = {
    kind: rows.length === 1 ? 'SHA-256 of the line above' : `SHA-256 of the ${String(rows.length)} lines above`,
    sha256: digest.digest('hex'),
  };
  const all = (async function* () {
    yield* rows;
    yield seal;
  })();
  const format = as === 'csv' ? 'csv' : 'application/pdf';
  const title = `Certificate of delivery: ${name}, version ${String(version)}${state === 'Released' ? '' : `, ${state.toLowerCase()}`}`;
  const zone = context.tenant.settings['timeZone'];
  const list =
    as === 'csv'
      ? { title, columns: evidenceColumns, rows: all }
      : {
          title,
          columns: zonedColumns(evidenceColumns, zone),
          rows: convertToFirmTime(evidenceColumns, all, zone),
        };
  const content = as === 'csv' ? await listFiles.csv(list, exportedFor(context)) : await printed(context, list);
  const { extension, type } = exportFormats[format];
  return {
    name: safeFileName(`Certificate ${name} version ${String(version)}`, extension),
    type,
    content: await spool(content),
  };
}
