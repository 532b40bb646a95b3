import type { ReadSheet } from '@carrara/adapters/spreadsheet/read';
import type { Permission } from '@carrara/contract/core/permissions';
import type { UploadReport } from '@carrara/contract/platform/upload';
import type { Failures, Result } from '@carrara/domain/kernel';
import type { RequestContext } from '../operations.ts';

/** What a file would change, and how that is done in the transaction of a request: all of it or nothing. */
export interface PlannedImport {
  readonly effects: UploadReport['effects'];
  /** With any of them nothing is done: effects and changes are then what the rows without an error would do. */
  readonly errors: UploadReport['errors'];
  readonly notes: readonly string[];
  readonly warnings: readonly string[];
  readonly changes: UploadReport['changes'];
  carryOut(context: RequestContext, onProgress: (percent: number) => void): Promise<Result<void, Failures>>;
}

/** A kind of file that can be uploaded. */
export interface Importer {
  /** What one must hold beside the right to upload. */
  readonly permission: Permission;
  /** Decides what the sheets of a workbook would change; changes nothing. */
  plan(context: RequestContext, sheets: readonly ReadSheet[]): Promise<PlannedImport>;
  /** The empty workbook. */
  template(): Promise<Buffer>;
}
