import type { Change } from '@carrara/adapters/postgres/engine/journal/change';
import type { UploadReport } from '@carrara/contract/platform/upload/upload';
import type { Failures, Result } from '@carrara/domain/kernel';
import type { ImportFields, Mapping } from '@carrara/domain/platform/upload';
import type { RequestContext } from '../../core/operations.ts';
import type { FileToRead } from '../../files/fileToRead.ts';

/** Side effects of an import: live events to send with the upload's audit entry, and further audit entries. */
export interface ImportEffects {
  readonly alsoNotifies: NonNullable<Change['alsoNotifies']>;
  readonly following: readonly Change[];
}

/**
 * Effects of undoing an upload, and the function that does it in the transaction of a request.
 *
 * @public
 */
export interface PlannedUndo {
  readonly notes: readonly string[];
  readonly figures: UploadReport['figures'];
  carryOut(): Promise<Result<ImportEffects, Failures>>;
}
/** Options for undoing an upload: the reason, and whether it is about to be done. */
export interface UndoOptions {
  readonly reason: string;
  readonly isWritten: boolean;
}

/** A change with its stored values. */
export type PlannedChange = UploadReport['changes'][number] & { readonly isNumber?: true };

/** Effects of importing a file, and the function that does it in the transaction of a request, all or nothing. */
export interface PlannedImport {
  readonly effects: UploadReport['effects'];
  /** If there are any, nothing is imported. Effects and changes then cover the rows without errors. */
  readonly errors: UploadReport['errors'];
  readonly notes: readonly string[];
  readonly warnings: readonly string[];
  readonly changes: readonly PlannedChange[];
  readonly conflict?: UploadReport['conflict'];
  readonly figures?: UploadReport['figures'];
  readonly sums?: UploadReport['sums'];
  /** Versions of existing records that it changes or removes. If they differ later, the file must be checked again. */
  readonly versions?: readonly string[];
  carryOut(
    context: RequestContext,
    onProgress: (percent: number) => void,
  ): Promise<Result<ImportEffects | undefined | void, Failures>>;
}

/** Options for planning a checked file. */
export interface PlanOptions {
  readonly uploadId: string;
  readonly mapping: Mapping | null;
  /** True to reverse entries of an earlier file on the same dates that this one doesn't have. */
  readonly overwrite: boolean;
  /** True if it is about to be imported, so that its inputs must not change until then. */
  readonly isWritten: boolean;
  /** Called with the progress of planning in percent. */
  readonly onProgress?: (percent: number) => void;
}

/**
 * A kind of file that can be uploaded. `read` holds no connection. `plan` decides what the file would change, and
 * changes nothing.
 */
export interface Importer<R = unknown> {
  /** Columns of a kind of file that may have custom headings. */
  readonly fields?: ImportFields;
  /** A completed example of such a file, with the product's headings. */
  readonly sample?: string;
  /** Returns reasons why this person can't read a file of this kind, besides the permission. */
  readonly refuses?: (context: RequestContext) => Promise<Failures>;
  /** Plans undoing everything that an upload entered. */
  readonly undo?: (
    context: RequestContext,
    uploadId: string,
    how: UndoOptions,
  ) => Promise<Result<PlannedUndo, Failures>>;
  read(file: FileToRead, mapping: Mapping | null): Promise<Result<R, Failures>>;
  plan(context: RequestContext, read: R, how: PlanOptions): Promise<PlannedImport>;
  /** Creates the empty workbook. */
  template(): Promise<Buffer>;
}
