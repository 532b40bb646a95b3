import { refreshStatisticsOfWritten } from '@carrara/adapters/postgres/engine/unitOfWork';
import { loadUpload, settleUpload, type StoredUpload } from '@carrara/adapters/postgres/platform/upload';
import type { FileType, UploadReport } from '@carrara/contract/platform/upload';
import { err, type Failures, fail, noSuch, ok, type Result } from '@carrara/domain/kernel';
import { type Mapping, uploadLifecycle } from '@carrara/domain/platform/upload';
import type { RequestContext } from '../core/operations.ts';
import { carryPlanImporter, type ImportPorts } from './carryPlanImport.ts';
import { findingsOf } from './findings.ts';
import type { Importer } from './importer.ts';
import { mayHandle } from '../core/importPermissions.ts';
import { ownImporters } from './ownImporters.ts';

/** A parsed file with the mapping used. */
export interface ReadFile {
  readonly read: unknown;
  readonly mapping: Mapping | null;
}
/** Confirmations by the user. */
export interface Confirmed {
  readonly warningsConfirmed?: boolean;
  readonly overwrite?: boolean;
}
export interface HowToLoad {
  readonly lock?: boolean;
  readonly deleted?: boolean;
  /** Intended action. */
  readonly act?: Parameters<typeof mayHandle>[2];
}

export const missing = () => err([noSuch('upload')]);

type Shown = Pick<UploadReport, 'warnings' | 'changes' | 'numberOfChanges'>;
const shownText = ({ warnings, changes, numberOfChanges }: Shown): string =>
  JSON.stringify([
    warnings,
    changes.map(({ kind, record, field, before, after }) => [kind, record, field, before, after]),
    numberOfChanges,
  ]);
const isAsShown = (now: Shown, then: Shown): boolean => shownText(now) === shownText(then);

export const confirmFirst = (warnings: readonly string[]): Failures => [
  fail('WARNINGS_NOT_CONFIRMED', ['warningsConfirmed'], `Confirm these warnings first: ${warnings.join(' ')}`),
];

/** Part of the progress that planning takes. The rest is creating and storing. */
const PLANNING = 0.4;

/** Creates the functions that import checked files in a transaction, on any thread. */
export function carriedOutUploads(ports: ImportPorts) {
  // Each importer gets back only what it has read itself.
  const importers = {
    'carry-plan': carryPlanImporter(ports),
    ...ownImporters,
  } as unknown as Readonly<Record<FileType, Importer>>;

  /** Returns an upload if this person may perform the action on it. */
  const readable = async (
    { tx, grants }: RequestContext,
    id: string,
    { act = 'upload.view', ...how }: HowToLoad = {},
  ): Promise<StoredUpload | undefined> => {
    const upload = await loadUpload(tx, id, how);
    return upload && mayHandle(grants, upload, act) ? upload : undefined;
  };

  /** Returns an upload that can be imported. Fails: NOT_FOUND, WRONG_STATE, FILE_HAS_ERRORS. */
  async function confirmable(context: RequestContext, id: string, how = {}): Promise<Result<StoredUpload, Failures>> {
    const upload = await readable(context, id, { ...how, act: 'upload.edit' });
    if (!upload) return missing();
    return uploadLifecycle
      .apply(upload.status, 'confirmUpload')
      .map(() => upload)
      .mapErr((failure) => [failure]);
  }

  /**
   * Imports a file as announced by its check, in the transaction of `context`. An exception in `onProgress` aborts it.
   *
   * Fails: FILE_HAS_ERRORS (records were changed since), WARNINGS_NOT_CONFIRMED, and the failures of the kind of file.
   */
  async function carryOut(
    context: RequestContext,
    upload: StoredUpload,
    { read, mapping }: ReadFile,
    { warningsConfirmed = false, overwrite = false }: Confirmed,
    onProgress: (percent: number) => void,
  ): Promise<Result<void, Failures>> {
    const { tx } = context;
    // Planned again, because records may have changed since the check.
    const plan = await importers[upload.fileType as FileType].plan(context, read, {
      uploadId: upload.id,
      mapping,
      overwrite,
      isWritten: true,
      onProgress: (percent) => onProgress(Math.floor(percent * PLANNING)),
    });
    const { warnings } = plan;
    const { errors } = findingsOf(plan);
    const [first] = errors;
    if (first !== undefined) {
      const where = [first.sheet, first.row, first.column].filter(Boolean).join(', ');
      return err([
        fail(
          'FILE_HAS_ERRORS',
          ['file'],
          errors.length === 1
            ? `The file now has an error at ${where}: ${first.reason} Upload it again.`
            : `The file now has ${errors.length} errors, the first at ${where}: ${first.reason} Upload it again.`,
        ),
      ]);
    }
    if (warnings.length > 0 && !warningsConfirmed) return err(confirmFirst(warnings));
    // The confirmation covers only what the check displayed, not later edits.
    if (warnings.length > 0 && !isAsShown(findingsOf(plan), upload))
      return err([
        fail(
          'WARNINGS_NOT_CONFIRMED',
          ['warningsConfirmed'],
          `Records have been changed since the file was checked. Upload it again and review this: ${warnings.join(' ')}`,
        ),
      ]);
    const operation = 'confirmUpload';
    const applied = uploadLifecycle.apply(upload.status, operation);
    if (applied.isErr()) return err([applied.error]);
    const done = await plan.carryOut(context, (percent) =>
      onProgress(Math.floor(100 * PLANNING + percent * (1 - PLANNING))),
    );
    if (done.isErr()) return err(done.error);
    const { alsoTells = [], following = [] } = done.value ?? {};
    const findings = { ...findingsOf(plan), figures: plan.figures ? [...plan.figures] : upload.figures };
    await settleUpload(tx, operation, upload, applied.value, findings, { alsoTells });
    // Recorded after the upload, whose sequence number its entries have.
    for (const change of following) tx.record(change);
    await refreshStatisticsOfWritten(tx);
    return ok(undefined);
  }

  return { importers, readable, confirmable, carryOut };
}
