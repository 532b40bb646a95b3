import type { FileType } from '@carrara/contract/core/fileTypes';
import { loadStoredProfile } from '@carrara/adapters/postgres/carry/allocation/store';
import { awardStore } from '@carrara/adapters/postgres/compensation/award';
import { insertPayAccess } from '@carrara/adapters/postgres/compensation/access/payAccess';
import { loadVehicle } from '@carrara/adapters/postgres/performance/ledger/loadLedger';
import { err, type Failures, fail, noSuch, ok, type Result } from '@carrara/domain/kernel';
import { v7 as newId } from 'uuid';
import { joinFirm } from '../usecases/platform/invitation.ts';
import type { RequestContext, ServedOperations, UploadedFile } from '../core/operations.ts';
import type { RecordTasks } from '../jobs/recordTasks.ts';
import { saveAllocationProfile } from '../usecases/carry/allocationProfile.ts';
import { storeNotices } from '../usecases/performance/notice.ts';

interface Input {
  readonly params?: unknown;
  readonly body?: unknown;
  readonly file?: UploadedFile | undefined;
}
export type ProgramCall = (context: RequestContext, input: Input) => Promise<Result<unknown, Failures>>;
export type ProgramCalls = Readonly<Record<string, ProgramCall>>;

type Texts = Readonly<Record<string, string>>;
type Rows<F extends string> = { readonly [K in F]: readonly Texts[] };

/**
 * Calls of the demo's files that aren't calls of the contract. They are several calls in one, or an action that the
 * product performs itself or from the command line.
 */
export const programCalls = (operations: ServedOperations, tasks: RecordTasks): ProgramCalls => ({
  /** Uploads a file and imports it if it has no errors. A file with errors stays in the list of uploads. */
  async importFile(context, { params, file }) {
    const { fileType } = params as { fileType: FileType };
    if (!file) throw new Error('an import needs a file');
    const checked = await operations.upload.uploadFile(context, { params: { fileType }, query: {}, file });
    if (checked.isErr()) return err(checked.error);
    const { id, status, errors } = checked.value;
    if (status !== 'FAILED')
      return operations.upload.confirmUpload(context, {
        params: { id, fileType, confirmed: 'true' },
        body: { warningsConfirmed: true, overwrite: false },
      });
    const isExpected = file.name.includes('with-errors');
    return isExpected
      ? ok(undefined)
      : err(errors.map(({ row, reason }) => fail('FILE_HAS_ERRORS', [file.name, row ?? 0], reason)));
  },

  /** Accepts an invitation for a user who never signs in. */
  async joinFirm({ tx }, { body }) {
    const { userId, roles } = body as { userId: string; roles: Parameters<typeof joinFirm>[3] };
    await joinFirm(tx, userId, userId, roles);
    return ok(undefined);
  },

  /** Saves the current shares of an allocation profile again, from a date on. Entities share by their present members. */
  async renewProfile({ tx }, { body }) {
    const { id, effectiveDate, reason } = body as { id: string; effectiveDate: string; reason: string };
    const stored = await loadStoredProfile(tx, id);
    if (!stored) return err([noSuch('allocation profile')]);
    const entries = stored.entries.map((entry) => ({ ...entry, memberProfileId: undefined }));
    return saveAllocationProfile({ tx }, { ...stored, effectiveDate, reason, entries, asNewVersion: true });
  },

  /** Grants pay access as from the command line: in the product, nobody can grant the first access or their own. */
  async startPayAccess({ tx }, { body }) {
    const granted = body as Pick<Parameters<typeof insertPayAccess>[2], 'personId' | 'kind' | 'reason'>;
    const everybody = { employees: [], offices: [], titles: [], endsOn: null, status: 'ACTIVE' } as const;
    await insertPayAccess(tx, 'startPayAccess', { ...granted, ...everybody, id: newId() });
    return ok(undefined);
  },

  /** Enters awards that were paid before the firm used the product. */
  async enterPaidAwards({ tx }, { body }) {
    const rows = (body as Rows<'awards'>).awards.map((row) => ({ ...row, status: 'PAID' }));
    const saved = await awardStore.insertMany(tx, { operation: 'saveAward' }, rows);
    return saved.mapErr((failure) => [failure]);
  },

  /** Enters all notices of a vehicle at once. */
  async enterNotices({ tx }, { body }) {
    const { vehicleId, notices } = body as { vehicleId: string; notices: Parameters<typeof storeNotices>[2] };
    await loadVehicle(tx, vehicleId, { isWritten: true });
    return ok(await storeNotices(tx, vehicleId, notices));
  },

  /** Drafts or releases the pay statements of a year, like the background job. */
  async payStatements(context, { body }) {
    const prepared = await tasks.statements.prepare(context, body as Texts);
    if (prepared.isErr()) return err(prepared.error);
    const { signal } = new AbortController();
    return prepared.value({
      signal,
      onProgress: () => undefined,
      mayEnd: async () => undefined,
      read: (work) => work(context),
      act: (work) => work(context),
    });
  },
});
