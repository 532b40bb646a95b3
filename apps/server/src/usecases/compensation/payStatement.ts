import { safeFileName } from '@carrara/adapters/files/fileName';
import { loadRelease, storeRelease } from '@carrara/adapters/postgres/compensation/statement/releases';
import {
  payStatementsOfYear,
  payStatementStore,
  type StoredStatement,
  statementsAt,
} from '@carrara/adapters/postgres/compensation/statement/payStatements';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { deliver, withdrawDelivery } from '@carrara/adapters/postgres/platform/delivery/deliver';
import { noStatement } from '@carrara/contract/compensation/payStatement';
import { correctionText } from '@carrara/contract/compensation/statementSections';
import {
  changedParts,
  decidePrintedRelease,
  payStatementLifecycle,
  STATEMENT_ENGINE_VERSION,
  type StatementInputText,
  type StatementStatus,
  type StatementText,
} from '@carrara/domain/compensation/statement';
import { err, ok } from '@carrara/domain/kernel';
import { listAllRows } from '../../core/ownerScope.ts';
import type { RequestContext } from '../../core/operations.ts';
import type { Outcome } from '../outcome.ts';

export const statementState = ({ status }: Pick<StoredStatement, 'status'>) => status?.code as StatementStatus;

/** The employee of a statement, its input and its text, as they are now. */
interface CurrentStatement {
  readonly name: string;
  readonly input: StatementInputText;
  readonly text: StatementText;
}
/** The stored PDF of a statement. */
interface ReleasedPdf {
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly storageKey: string;
  /** True if it would print the same now. */
  readonly isCurrent: boolean;
}
interface StatementRelease {
  readonly rowVersion: number;
  readonly comment?: string | null | undefined;
  /** Text to acknowledge. Null if none. */
  readonly wording: string | null;
}

/**
 * Releases a draft: stores its figures, input and PDF, supersedes the statement released before, and delivers it to the
 * employee in the portal. The caller reserves the storage for the PDF.
 *
 * Fails: those of `decidePrintedRelease`.
 */
export async function releaseStatement(
  { tx }: { readonly tx: Transaction },
  draft: StoredStatement,
  { name, input, text }: CurrentStatement,
  { rowVersion, comment, wording }: StatementRelease,
  { isCurrent, ...pdf }: ReleasedPdf,
): Outcome<StoredStatement> {
  const { id, year, employee } = draft;
  const [before] = await statementsAt(tx, { year, status: 'REL', employees: [employee.id] });
  const earlier = before && (await payStatementStore.load(tx, before.id));

  const decision = decidePrintedRelease(
    { name, status: statementState(draft), rowVersion: draft.rowVersion },
    { rowVersion, isPdfCurrent: isCurrent },
    earlier && statementState(earlier),
  );
  if (decision.isErr()) return err(decision.error);
  const { status, supersededStatus } = decision.value;

  const corrected = earlier && (await loadRelease(tx, earlier.id));
  if (earlier) {
    const act = { operation: 'supersedePayStatement' };
    const superseded = await payStatementStore.update(tx, act, earlier.id, earlier.rowVersion, {
      status: supersededStatus,
    });
    if (superseded.isErr()) return err([superseded.error]);
  }
  await storeRelease(tx, {
    statementId: id,
    employeeId: employee.id,
    year,
    supersedesId: earlier?.id ?? null,
    engineVersion: STATEMENT_ENGINE_VERSION,
    inputs: input,
    figures: text,
    pdfSha256: pdf.sha256,
    sizeBytes: pdf.sizeBytes,
    storageKey: pdf.storageKey,
  });
  const act = { operation: 'releasePayStatement', reason: comment };
  const saved = await payStatementStore.update(tx, act, id, rowVersion, { status });
  if (saved.isErr()) return err([saved.error]);
  // The names of the delivery and of its file are visible to everybody who handles deliveries, so they don't name the
  // employee.
  const title = `Compensation statement ${year}`;
  const fileName = safeFileName(title, 'pdf');
  await deliver(tx, {
    letterTemplate: null,
    kind: 'STATEMENT',
    objectId: id,
    name: title,
    wording,
    files: [{ participantId: employee.id, fileName, mimeType: 'application/pdf', ...pdf }],
    insteadOf: earlier?.id,
    ...(corrected ? { correction: correctionText(changedParts(corrected.figures, text)) } : {}),
  });
  return saved.mapErr((failure) => [failure]);
}

const allReleasedText =
  'Everyone already has a statement for this year. Release the drafts, or draft a correction on the employee’s page.';

/** Drafts statements for people without one in effect: those who have none, or whose statement was withdrawn. Returns remarks for the person. */
export async function draftStatements(
  { tx }: RequestContext,
  { year, employees }: { readonly year: number; readonly employees: readonly string[] | null },
  onProgress: (done: number, total: number) => void,
): Outcome<readonly string[]> {
  const all: { readonly employeeId: string }[] = [];
  for (const state of [noStatement.code, 'WDR' satisfies StatementStatus])
    all.push(...(await listAllRows(tx, payStatementsOfYear, { year, state })));
  const without = all.filter(({ employeeId }) => employees === null || employees.includes(employeeId));
  onProgress(0, without.length);
  const status = payStatementLifecycle.initial;
  const values = without.map(({ employeeId }) => ({ employee: { id: employeeId }, year, message: null, status }));
  const saved = await payStatementStore.insertMany(tx, { operation: 'savePayStatement' }, values);
  if (saved.isErr()) return err([saved.error]);
  onProgress(without.length, without.length);
  return ok(without.length === 0 ? [allReleasedText] : []);
}

/** Withdraws a released statement through `move`, and its delivery. Fails: as `move`. */
export async function withdrawStatement<T>(
  { tx, client }: RequestContext,
  { id, reason }: { readonly id: string; readonly reason: string | null },
  move: () => Outcome<T>,
): Outcome<T> {
  const moved = await move();
  if (moved.isOk()) await withdrawDelivery(tx, { kind: 'STATEMENT', objectId: id, reason }, client.address);
  return moved;
}
