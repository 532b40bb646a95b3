import { safeFileName } from '@carrara/adapters/files';
import type { PrintedStatement } from '@carrara/adapters/pdf';
import {
  keepRelease,
  payStatementStore,
  type StoredStatement,
  statementsAt,
} from '@carrara/adapters/postgres/compensation/payStatement';
import { deliver } from '@carrara/adapters/postgres/platform/delivery';
import { loadTenant } from '@carrara/adapters/postgres/platform/tenant';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork';
import {
  payStatementLifecycle,
  STATEMENT_ENGINE_VERSION,
  statementAt,
  type StatementInputText,
  type StatementText,
} from '@carrara/domain/compensation/statement';
import { err, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';
import type { StateOf } from '@carrara/domain/kernel/lifecycle';
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { letterheadOf } from '../../letters/letterFacts.ts';
import type { LetterThread } from '../../letters/letterThread.ts';
import type { RequestContext } from '../../operations.ts';
import { keepFile, type Storage } from '../platform/keepFile.ts';
import type { InputOfPerson, StatementPorts } from './statementInputs.ts';

export interface ReleasePorts extends StatementPorts {
  readonly storage: Storage;
  /** Draws the PDFs beside the requests. */
  readonly letters: LetterThread;
}

/** Whose statement it is, and what it is computed from. */
type Person = Pick<InputOfPerson, 'name' | 'input'>;
type State = StateOf<typeof payStatementLifecycle>;
export const stateOf = ({ status }: Pick<StoredStatement, 'status'>) => status?.code as State;

export const statementFileName = (name: string, year: number): string =>
  safeFileName(`${name} - Compensation statement ${year}`, 'pdf');

/** A statement as it is computed now. */
export function computed(input: StatementInputText): StatementText {
  const text = statementAt(STATEMENT_ENGINE_VERSION, input);
  if (!text) throw new Error('the version of the rules in force is not known');
  return text;
}

/** What a PDF of a statement says. */
export const printedStatement = async (
  { tx, today }: Pick<RequestContext, 'tx' | 'today'>,
  { name, message }: { readonly name: string; readonly message: string | null },
  text: StatementText,
  isDraft: boolean,
): Promise<PrintedStatement> => ({
  head: letterheadOf(await loadTenant(tx)),
  name,
  message,
  text,
  day: today,
  isDraft,
});

/** Draws a PDF beside the requests. Fails: NOT_PRINTABLE. */
export async function drawn(letters: LetterThread, statement: PrintedStatement): Promise<Result<Buffer, Failures>> {
  const { content, refusals } = await letters.make({ statement });
  const [refusal] = refusals;
  if (refusal !== undefined) {
    content.destroy();
    return err([fail('NOT_PRINTABLE', [], refusal)]);
  }
  return ok(await buffer(content));
}

/** Draws the PDF of a draft that is about to be released. */
export async function drawnDraft(
  context: Pick<RequestContext, 'tx' | 'today'>,
  draft: StoredStatement,
  { name, input }: Person,
  { letters }: Pick<ReleasePorts, 'letters'>,
): Promise<Result<Buffer, Failures>> {
  const message = draft.message ?? null;
  return drawn(letters, await printedStatement(context, { name, message }, computed(input), false));
}

/**
 * Releases a draft with what it is computed from: figures, input and PDF are kept, the one that was released before is superseded, and its person is
 * given it in the portal.
 *
 * Fails: WRONG_STATE, STALE_VERSION, NOT_PRINTABLE, STORAGE_FULL.
 */
export async function releaseStatement(
  context: Pick<RequestContext, 'tx' | 'today'>,
  draft: StoredStatement,
  person: Person,
  { comment, rowVersion }: { readonly comment?: string | null | undefined; readonly rowVersion: number },
  ports: ReleasePorts,
  pdfOf = () => drawnDraft(context, draft, person, ports),
): Promise<Result<StoredStatement, Failures>> {
  const { tx } = context;
  const applied = payStatementLifecycle.apply(stateOf(draft), 'releasePayStatement');
  if (applied.isErr()) return err([applied.error]);
  if (draft.rowVersion !== rowVersion) return err([fail('STALE_VERSION', ['rowVersion'], '')]);
  const { input } = person;
  const figures = computed(input);
  const pdf = await pdfOf();
  if (pdf.isErr()) return err(pdf.error);
  const file = { sizeBytes: pdf.value.byteLength, stream: () => Readable.from([pdf.value]) };
  const stored = await keepFile(tx, ports.storage, file);
  if (stored.isErr()) return err(stored.error);
  const { year, employee } = draft;
  const superseded = await supersede(tx, employee.id, year);
  if (superseded.isErr()) return err(superseded.error);
  const sha256 = createHash('sha256').update(pdf.value).digest('hex');
  const [sizeBytes, storageKey] = [pdf.value.byteLength, stored.value];
  await keepRelease(tx, {
    statementId: draft.id,
    employeeId: employee.id,
    year,
    supersedesId: superseded.value,
    engineVersion: STATEMENT_ENGINE_VERSION,
    inputs: input,
    figures,
    pdfSha256: sha256,
    sizeBytes,
    storageKey,
  });
  const act = { operation: 'releasePayStatement', reason: comment };
  const saved = await payStatementStore.update(tx, act, draft.id, rowVersion, { status: applied.value });
  if (saved.isErr()) return err([saved.error]);
  // The name of a delivery is told in the trail of everybody who delivers, and that of its file is kept there: they name nobody.
  const title = `Compensation statement ${year}`;
  const fileName = safeFileName(title, 'pdf');
  await deliver(tx, {
    kind: 'STATEMENT',
    objectId: draft.id,
    name: title,
    wording: null,
    files: [{ participantId: employee.id, fileName, mimeType: 'application/pdf', sizeBytes, sha256, storageKey }],
    insteadOf: superseded.value ?? undefined,
  });
  return ok(saved.value);
}

/** Ends the statement that was released before, where there is one; answers its id. */
async function supersede(tx: Transaction, employeeId: string, year: number): Promise<Result<string | null, Failures>> {
  const [before] = await statementsAt(tx, { year, status: 'REL', employees: [employeeId] });
  const stored = before && (await payStatementStore.load(tx, before.id));
  if (!stored) return ok(null);
  const applied = payStatementLifecycle.apply(stateOf(stored), 'supersedePayStatement');
  if (applied.isErr()) return err([applied.error]);
  const act = { operation: 'supersedePayStatement' };
  const saved = await payStatementStore.update(tx, act, stored.id, stored.rowVersion, { status: applied.value });
  return saved.isErr() ? err([saved.error]) : ok(stored.id);
}
