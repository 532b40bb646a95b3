import type { EscrowLetter, EscrowLetterJob, PrintedStatement } from '@carrara/adapters/pdf';
import type { TenantContext } from '@carrara/adapters/postgres/engine/unitOfWork';
import type { letterFiles } from '@carrara/contract/carry/distributionFiles';
import type { z } from 'zod';
import type { RequestContext } from '../operations.ts';
import { type PayeeVisibility, payeeVisibility } from './letterFacts.ts';
import { createWorkThread, type WorkThread } from '../thread/workThread.ts';

export type LetterFiles = z.output<typeof letterFiles>;
export interface LetterOrder {
  readonly distributionId: string;
  /** As whom the thread reads it. */
  readonly scope: TenantContext;
  /** Of one participant; else of all, in one PDF, a PDF or a Word file each in a zip, or a PDF each, one after the other as `parts` says. */
  readonly as: LetterFiles | 'each' | { readonly participantId: string; readonly format: 'pdf' | 'docx' };
  readonly visibility: PayeeVisibility;
}
export const letterOrder = (
  { tx: { tenantId, personId, now }, grants }: Pick<RequestContext, 'tx' | 'grants'>,
  distributionId: string,
  as: LetterOrder['as'],
): LetterOrder => ({
  scope: { tenantId, personId, now },
  distributionId,
  as,
  visibility: payeeVisibility(grants),
});

/** The letters of a release of escrow: a few figures each, so that they come read, and the thread only draws them. */
export interface EscrowOrder {
  readonly job: EscrowLetterJob;
  readonly letters: readonly EscrowLetter[];
}

/** The compensation statement of one person. */
export interface StatementOrder {
  readonly statement: PrintedStatement;
}

export interface LettersMade {
  readonly name: string;
  /** Why letters are missing, each naming its payee. */
  readonly refusals: readonly string[];
  /** Of letters that follow each other: whose each is, and how long. */
  readonly parts?: readonly LetterPart[];
}
export interface LetterPart {
  readonly participantId: string;
  readonly fileName: string;
  readonly sizeBytes: number;
  readonly sha256: string;
}
/** What a thread begins with: where it reads. */
export interface ThreadStart {
  readonly databaseUrl: string;
}
/** Makes letters beside the requests. */
export type LetterThread = WorkThread<LetterOrder | EscrowOrder | StatementOrder, LettersMade>;

/** `databaseUrl`: the application's plain login. */
export const createLetterThread = (databaseUrl: string): LetterThread =>
  createWorkThread({ of: import.meta.url, module: 'letterWorker', workerData: { databaseUrl } satisfies ThreadStart });
