import type { Permission } from '@carrara/contract/permissions';
import type { UploadReport } from '@carrara/contract/upload';
import type { Failures, Result } from '@carrara/domain/kernel';
import type { RequestContext } from '../operations.ts';

/** What a file would change, and how that is done in the transaction of a request: all of it or nothing. */
export interface PlannedImport {
  readonly effects: UploadReport['effects'];
  /** With any of them nothing is done. */
  readonly errors: UploadReport['errors'];
  readonly notes: readonly string[];
  carryOut(context: RequestContext, onProgress: (percent: number) => void): Promise<Result<void, Failures>>;
}

/** A kind of file that can be uploaded. */
export interface Importer {
  /** What one must hold beside the right to upload. */
  readonly permission: Permission;
  /** Reads a file and decides what it would change; changes nothing. Fails: FILE_NOT_READABLE, FILE_TOO_LARGE. */
  plan(context: RequestContext, bytes: Uint8Array): Promise<Result<PlannedImport, Failures>>;
  /** The empty workbook. */
  template(): Promise<Buffer>;
}
