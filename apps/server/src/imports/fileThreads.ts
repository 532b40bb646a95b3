import { isCsv } from '@carrara/contract/core/fileTypes';
import type { Failures, Result } from '@carrara/domain/kernel';
import type { Mapping } from '@carrara/domain/platform/upload';
import type { BackgroundRequest } from '../core/backgroundRequest.ts';
import type { UploadedFile } from '../core/operations.ts';
import type { RunOptions } from '../pool/workThread.ts';
import type { Confirmations } from '../usecases/platform/upload.ts';
import type { Findings } from '../usecases/platform/findings.ts';

/** A file to check, open at `from`. */
export interface OrderOfCheck extends BackgroundRequest {
  readonly fileType: string;
  readonly name: string;
  readonly from: number;
  readonly mapping: Mapping | null;
  readonly uploadId: string;
}
export interface OrderOfImport extends OrderOfCheck {
  readonly confirmed: Confirmations;
}

/** File sizes above which reading and checking would delay other requests noticeably. Workbooks are compressed. */
const longFile = { csv: 131_072, workbook: 65_536 } as const;
export const isLongFile = (file: UploadedFile): file is UploadedFile & { readonly fd: number } =>
  file.fd !== undefined && file.sizeBytes > longFile[isCsv(file) ? 'csv' : 'workbook'];

/** Checks and imports large files off the request thread. */
export interface FileThreads {
  /** Returns the effects and errors of a large file. `onProgress` gets percent. */
  check(order: OrderOfCheck, onProgress: (percent: number) => void): Promise<Result<Findings, Failures>>;
  /** Imports a large file in one transaction, which commits once `options` allows it. */
  carryOut(order: OrderOfImport, options: RunOptions): Promise<Result<void, Failures>>;
}
