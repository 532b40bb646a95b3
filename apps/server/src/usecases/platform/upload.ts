import { refreshStatisticsOfWritten } from '@carrara/adapters/postgres/engine/unitOfWork/refreshStatisticsOfWritten';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import {
  deleteMappingTemplate,
  loadMappingTemplate,
} from '@carrara/adapters/postgres/platform/upload/mappingTemplates';
import {
  hideUpload,
  insertUpload,
  laterUploadsWithSameRows,
  loadUpload,
  type NewUpload,
  settleUpload,
  type StoredUpload,
} from '@carrara/adapters/postgres/platform/upload/uploads';
import { type FileType, fileTypes, type MappedType } from '@carrara/contract/core/fileTypes';
import { recoveryDays } from '@carrara/contract/platform/upload/upload';
import { calendarDate, err, fail, noSuch, ok } from '@carrara/domain/kernel';
import {
  decideImport,
  decideRecovery,
  decideWarnings,
  type Mapping,
  uploadLifecycle,
} from '@carrara/domain/platform/upload';
import { mayHandle } from '../../core/importPermissions.ts';
import type { RequestContext } from '../../core/operations.ts';
import { reserveSpace, type Storage, type StoredFile } from '../../files/storeFiles.ts';
import type { Outcome } from '../outcome.ts';
import { type Findings, importFindings } from './findings.ts';
import type { UndoOptions, Importer } from './importer.ts';
import { mayNotImport } from './mappingTemplate.ts';
import { startTask, type TaskStart } from './task.ts';

/** A parsed file with the mapping used. */
export interface ReadFile {
  readonly read: unknown;
  readonly mapping: Mapping | null;
}
/** Confirmations by the user. */
export interface Confirmations {
  readonly warningsConfirmed?: boolean;
  readonly overwrite?: boolean;
}
export interface LoadOptions {
  readonly lock?: boolean;
  readonly deleted?: boolean;
  /** Intended action. */
  readonly act?: Parameters<typeof mayHandle>[2];
}

export const uploadNotFound = () => err([noSuch('upload')]);

/** Importer of each kind of file. Each gets back only what it has read itself. */
export type Importers = Readonly<Record<FileType, Importer> & Record<MappedType, Pick<Required<Importer>, 'sample'>>>;

/** Part of the progress that planning takes. The rest is creating and storing. */
const PLANNING = 0.4;

/** Returns an upload if this person may perform the action on it. */
export async function findReadableUpload(
  { tx, grants }: RequestContext,
  id: string,
  { act = 'upload.view', ...how }: LoadOptions = {},
): Promise<StoredUpload | undefined> {
  const upload = await loadUpload(tx, id, how);
  return upload && mayHandle(grants, upload, act) ? upload : undefined;
}

/** Returns an upload that can be imported. Fails: NOT_FOUND, WRONG_STATE, FILE_HAS_ERRORS. */
export async function confirmable(context: RequestContext, id: string, how = {}): Outcome<StoredUpload> {
  const upload = await findReadableUpload(context, id, { ...how, act: 'upload.edit' });
  if (!upload) return uploadNotFound();
  return uploadLifecycle
    .apply(upload.status, 'confirmUpload')
    .map(() => upload)
    .mapErr((failure) => [failure]);
}

/**
 * Imports a file as announced by its check, in the transaction of `context`. An exception in `onProgress` aborts it.
 *
 * Fails: FILE_HAS_ERRORS and CHECK_OUTDATED (records were changed since), WARNINGS_NOT_CONFIRMED, and the failures of the
 * kind of file.
 */
export async function executeUpload(
  importers: Importers,
  context: RequestContext,
  upload: StoredUpload,
  { read, mapping }: ReadFile,
  { warningsConfirmed = false, overwrite = false }: Confirmations,
  onProgress: (percent: number) => void,
): Outcome<void> {
  const { tx } = context;
  const importer = importers[upload.fileType as FileType];
  const how = {
    uploadId: upload.id,
    mapping,
    isWritten: true,
    onProgress: (percent: number) => onProgress(Math.floor(percent * PLANNING)),
  };
  // Planned again as the check did, because records may have changed since.
  const checked = await importer.plan(context, read, { ...how, overwrite: false });
  const decision = decideImport(importFindings(checked), upload, warningsConfirmed, overwrite);
  if (decision.isErr()) return err(decision.error);
  const plan = overwrite ? await importer.plan(context, read, { ...how, overwrite }) : checked;
  const findings = importFindings(plan);
  const overwriting = decideImport(findings, findings, warningsConfirmed, overwrite);
  if (overwriting.isErr()) return err(overwriting.error);
  const operation = 'confirmUpload';
  const applied = uploadLifecycle.apply(upload.status, operation);
  if (applied.isErr()) return err([applied.error]);
  const done = await plan.carryOut(context, (percent) =>
    onProgress(Math.floor(100 * PLANNING + percent * (1 - PLANNING))),
  );
  if (done.isErr()) return err(done.error);
  const { alsoNotifies = [], following = [] } = done.value ?? {};
  // Only Overwrite has other figures for the vehicles whose entries it reverses.
  const overwritten = overwrite ? (upload.conflict?.figures ?? []) : [];
  const others = upload.figures.filter(({ vehicleId }) =>
    overwritten.every((figure) => figure.vehicleId !== vehicleId),
  );
  const settled = { ...findings, figures: plan.figures ? [...plan.figures] : [...overwritten, ...others] };
  await settleUpload(tx, operation, upload, applied.value, settled, { alsoNotifies });
  // Recorded after the upload, whose sequence number its entries have.
  for (const change of following) tx.record(change);
  await refreshStatisticsOfWritten(tx);
  return ok(undefined);
}

/** A checked file with its findings, whose bytes are stored. */
interface UploadToStore
  extends Pick<NewUpload, 'id' | 'application' | 'fileType' | 'fileName' | 'mimeType' | 'mapping' | 'sha256'> {
  readonly stored: StoredFile;
  readonly findings: Findings;
}

/** Stores a checked upload. Fails: STORAGE_FULL. */
export async function storeUpload(
  { tx }: RequestContext,
  storage: Storage,
  { stored, findings, ...upload }: UploadToStore,
): Outcome<StoredUpload> {
  const passes = findings.errors.length > 0 ? 'failUpload' : 'passUpload';
  const applied = uploadLifecycle.apply(uploadLifecycle.initial, passes);
  if (applied.isErr()) return err([applied.error]);
  const room = await reserveSpace(tx, storage, stored);
  if (room.isErr()) return err(room.error);
  const { sizeBytes, key: storageKey } = stored;
  await insertUpload(tx, { ...upload, sizeBytes, storageKey, status: applied.value, ...findings });
  return reloaded(tx, upload.id);
}

/** Stores the findings of a later check of an upload. Fails: NOT_FOUND, WRONG_STATE, FILE_HAS_ERRORS. */
export async function storeLaterCheck(
  context: RequestContext,
  id: string,
  check: (upload: StoredUpload) => Promise<Findings>,
): Outcome<StoredUpload> {
  const found = await confirmable(context, id, { lock: true });
  if (found.isErr()) return err(found.error);
  const findings = await check(found.value);
  const passes = findings.errors.length > 0 ? 'failUpload' : 'passUpload';
  const applied = uploadLifecycle.apply(found.value.status, passes);
  if (applied.isErr()) return err([applied.error]);
  await settleUpload(context.tx, 'checkUploadAgain', found.value, applied.value, findings);
  return reloaded(context.tx, id);
}

async function reloaded(tx: Transaction, id: string): Outcome<StoredUpload> {
  const stored = await loadUpload(tx, id);
  return stored ? ok(stored) : uploadNotFound();
}

/** True if an import is waiting or running. */
export const isImportPending = ({ task }: StoredUpload): boolean =>
  task?.status === 'WAITING' || task?.status === 'RUNNING';

/** Imports a checked file, or if it is large (without `file`), queues that. Fails: as `confirmable`, `executeUpload` and `startTask`. */
export async function confirmUpload(
  carryOutFile: (
    context: RequestContext,
    upload: StoredUpload,
    file: ReadFile,
    confirmed: Confirmations,
  ) => Outcome<void>,
  context: RequestContext,
  { id, fileType, confirmed }: { readonly id: string; readonly fileType: FileType; readonly confirmed: Confirmations },
  file: ReadFile | null,
  ports: TaskStart,
): Outcome<StoredUpload> {
  const { tx } = context;
  const found = await confirmable(context, id, { lock: true });
  if (found.isErr()) return err(found.error);
  const upload = found.value;
  if (upload.fileType !== fileType) return uploadNotFound();
  if (file === null && isImportPending(upload)) return ok(upload);
  const { warningsConfirmed = false, overwrite = false } = confirmed;
  const decision = file === null ? decideWarnings(upload.warnings, warningsConfirmed) : ok(true as const);
  if (decision.isErr()) return err(decision.error);
  const input = { id, warningsConfirmed: String(warningsConfirmed), overwrite: String(overwrite) };
  const done =
    file === null
      ? await startTask(tx, ports, { kind: 'import', title: `Import of ${upload.fileName}`, input })
      : await carryOutFile(context, upload, file, confirmed);
  return done.isErr() ? err(done.error) : reloaded(tx, id);
}

/** Maximum number of later files listed. */
const mostNamed = 5;

/** Returns a note on later files that repeat rows. They didn't enter these rows, so undoing the first file removes them. */
function repeatingText(names: readonly string[]): readonly string[] {
  if (names.length === 0) return [];
  const more = names.length > mostNamed ? ` and ${(names.length - mostNamed).toLocaleString('en')} more` : '';
  return [
    `Later files repeat rows of earlier ones: ${names.slice(0, mostNamed).join(', ')}${more}. A row that this file entered is undone even if a later file repeats it. To keep it, import the later file again after the undo.`,
  ];
}

/** Returns the effects of undoing an upload. Fails: NOT_FOUND, WRONG_STATE, and the failures of its kind of file. */
export async function planUndo(importers: Importers, context: RequestContext, id: string, how: UndoOptions) {
  const upload = await findReadableUpload(context, id, { lock: how.isWritten, act: 'upload.edit' });
  if (!upload) return uploadNotFound();
  const { undo } = importers[upload.fileType as FileType];
  if (!undo)
    return err([
      fail('WRONG_STATE', [], `Imports of this kind can’t be undone: ${fileTypes[upload.fileType as FileType].title}.`),
    ]);
  const applied = uploadLifecycle.apply(upload.status, 'undoUpload');
  if (applied.isErr()) return err([applied.error]);
  const repeating = await laterUploadsWithSameRows(context.tx, upload);
  return (await undo(context, id, how)).map((undone) => ({
    upload,
    status: applied.value,
    undone: { ...undone, notes: [...undone.notes, ...repeatingText(repeating)] },
  }));
}

/** Undoes an upload. Fails: as `planUndo`. */
export async function undoUpload(
  importers: Importers,
  context: RequestContext,
  { id, reason }: { readonly id: string; readonly reason: string },
): Outcome<StoredUpload> {
  const { tx, person, now } = context;
  const planned = await planUndo(importers, context, id, { reason, isWritten: true });
  if (planned.isErr()) return err(planned.error);
  const { upload, status, undone } = planned.value;
  const { notes, figures } = undone;
  const done = await undone.carryOut();
  if (done.isErr()) return err(done.error);
  const { alsoNotifies, following } = done.value;
  const undo = { personId: person.id, date: now.toISOString(), reason, notes: [...notes], figures };
  await settleUpload(tx, 'undoUpload', upload, status, { ...upload, undone: undo }, { alsoNotifies, reason });
  for (const change of following) tx.record(change);
  return reloaded(tx, id);
}

/** Deletes an upload from the list. What it entered stays. Fails: NOT_FOUND. */
export async function deleteUpload(context: RequestContext, id: string): Outcome {
  const upload = await findReadableUpload(context, id, { act: 'upload.delete' });
  if (!upload) return uploadNotFound();
  await hideUpload(context.tx, 'deleteUpload', upload, true);
  return ok(id);
}

/** Recovers a deleted upload. Fails: NOT_FOUND, and those of `decideRecovery`. */
export async function recoverUpload(
  context: RequestContext,
  { id, fileType, application }: { readonly id: string; readonly fileType: FileType; readonly application: string },
): Outcome {
  const upload = await findReadableUpload(context, id, { lock: true, deleted: true, act: 'upload.recover' });
  if (upload?.fileType !== fileType || upload.application !== application) return uploadNotFound();
  const deletedOn = calendarDate((upload.deletedDate ?? '').slice(0, 10));
  const recovery = decideRecovery(deletedOn, recoveryDays, context.today);
  if (recovery.isErr()) return err(recovery.error);
  await hideUpload(context.tx, 'recoverUpload', upload, false);
  return ok(id);
}

/** Deletes a mapping template by name, so that the standard columns apply again. Fails: FORBIDDEN. */
export async function resetMapping(
  { tx, grants }: RequestContext,
  { fileType, application, name }: { readonly fileType: FileType; readonly application: string; readonly name: string },
): Outcome<null> {
  if (!mayHandle(grants, { fileType, application }, 'upload.recover')) return mayNotImport();
  const template = await loadMappingTemplate(tx, { fileType, name });
  if (template?.applicationId === application) await deleteMappingTemplate(tx, 'recoverUpload', template);
  return ok(null);
}
