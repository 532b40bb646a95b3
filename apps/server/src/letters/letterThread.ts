import type { EscrowLetter, EscrowLetterJob } from '@carrara/adapters/pdf/escrowLetter';
import type { PrintedStatement } from '@carrara/adapters/pdf/statementPdf';
import type { TenantContext } from '@carrara/adapters/postgres/engine/journal/tenantContext';
import type { letterFiles } from '@carrara/contract/carry/run/distributionFiles';
import type { LetterTemplate } from '@carrara/domain/carry/letterTemplate';
import type { z } from 'zod';
import type { RequestContext } from '../core/operations.ts';
import { type PayeeVisibility, payeeVisibility } from './letterFacts.ts';
import { createWorkThread, type WorkThread } from '../pool/workThread.ts';

type LetterFiles = z.output<typeof letterFiles>;
export interface LetterOrder {
  readonly distributionId: string;
  readonly scope: TenantContext;
  readonly today: string;
  /**
   * A single participant's letter, or all letters. These are in one PDF, in a zip with a PDF or Word file each, or as
   * one PDF each, as listed in `parts`.
   */
  readonly as: LetterFiles | 'each' | { readonly participantId: string; readonly format: 'pdf' | 'docx' };
  readonly visibility: PayeeVisibility;
  /** True to create the letters of a release, by the present template. Otherwise, letters of a released run keep the texts of the release. */
  readonly isRelease?: boolean;
}
export const letterOrder = (
  { tx: { tenantId, personId, now }, grants, today }: Pick<RequestContext, 'tx' | 'grants' | 'today'>,
  distributionId: string,
  as: LetterOrder['as'],
): LetterOrder => ({
  scope: { tenantId, personId, now },
  today,
  distributionId,
  as,
  visibility: payeeVisibility(grants),
});

/**
 * Letters of an escrow release. They contain only a few figures, so they are passed in and the thread just draws them.
 */
export interface EscrowOrder {
  readonly job: EscrowLetterJob;
  readonly letters: readonly EscrowLetter[];
}

/** Compensation statement of one person. */
export interface StatementOrder {
  readonly statement: PrintedStatement;
}

export interface CreatedLetters {
  readonly name: string;
  /** Reasons for missing letters, each naming its payee. */
  readonly refusals: readonly string[];
  /** For letters one after another: the participant and length of each, and their texts. */
  readonly parts?: readonly LetterPart[];
  readonly template?: LetterTemplate;
}
export interface LetterPart {
  readonly participantId: string;
  readonly fileName: string;
  readonly sizeBytes: number;
  readonly sha256: string;
}
/** Data to start a thread: the database that it reads from. */
export interface ThreadStart {
  readonly databaseUrl: string;
}
/** Creates letters off the request thread. */
export type LetterThread = WorkThread<LetterOrder | EscrowOrder | StatementOrder, CreatedLetters>;

/** Creates the letter thread. `databaseUrl` is the application's unprivileged login. */
export const createLetterThread = (databaseUrl: string): LetterThread =>
  createWorkThread({
    name: import.meta.url,
    module: 'letterWorker',
    workerData: { databaseUrl } satisfies ThreadStart,
  });
