import { safeFileName } from '@carrara/adapters/files/fileName';
import type { Letterhead } from '@carrara/adapters/pdf/letterhead';
import type { PrintedStatement } from '@carrara/adapters/pdf/statementPdf';
import type { StoredStatement } from '@carrara/adapters/postgres/compensation/statement/payStatements';
import { portalShows } from '@carrara/contract/core/modules';
import { defaultTenantSettings } from '@carrara/contract/platform/tenant/tenant';
import {
  STATEMENT_ENGINE_VERSION,
  statementAt,
  type StatementInputText,
  type StatementText,
} from '@carrara/domain/compensation/statement';
import { err, fail, type Failure, type Failures, ok, zip, type Result } from '@carrara/domain/kernel';
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import { loadLetterhead } from '../../letters/letterhead.ts';
import type { LetterThread } from '../../letters/letterThread.ts';
import type { RunInTransaction, RequestContext } from '../../core/operations.ts';
import { releaseStatement } from '../../usecases/compensation/payStatement.ts';
import { removeStored, type Storage, type StoredFile, storeFiles } from '../../files/storeFiles.ts';
import type { InputOfPerson, StatementPorts } from './statementInputs.ts';

export interface ReleasePorts extends StatementPorts {
  readonly storage: Storage;
  /** Creates the PDFs off the request thread. */
  readonly letters: LetterThread;
}

/** The employee of a statement, and its input. */
type Person = Pick<InputOfPerson, 'name' | 'input'>;

export const statementFileName = (name: string, year: number): string =>
  safeFileName(`${name} - Compensation statement ${year}`, 'pdf');

/** Computes a statement by the current rules. */
export function computeStatement(input: StatementInputText): StatementText {
  const text = statementAt(STATEMENT_ENGINE_VERSION, input);
  if (!text) throw new Error('the current version of the statement rules is unknown');
  return text;
}

/** Facts that all statements printed today have in common. */
export interface Facts extends Pick<RequestContext, 'today'> {
  readonly head: Letterhead;
  readonly mainCurrency: string;
  readonly showsPercentages: boolean;
}
export const statementFacts = async ({ tx, tenant, today }: RequestContext): Promise<Facts> => ({
  head: await loadLetterhead(tx, tenant),
  mainCurrency: String(tenant.settings['baseCurrency'] ?? defaultTenantSettings.baseCurrency),
  showsPercentages: portalShows(tenant.settings).percentages,
  today,
});

/** Returns the content of a statement's PDF. */
export const printedStatement = (
  { head, mainCurrency, showsPercentages, today }: Facts,
  { name, message }: { readonly name: string; readonly message: string | null },
  text: StatementText,
  isDraft: boolean,
): PrintedStatement => ({
  head,
  mainCurrency,
  showsPercentages,
  name,
  message,
  text,
  day: today,
  isDraft,
});

/** Creates a PDF off the request thread. Fails: NOT_PRINTABLE. */
export async function drawPdf(letters: LetterThread, statement: PrintedStatement): Promise<Result<Buffer, Failures>> {
  const { content, refusals } = await letters.run({ statement });
  const [refusal] = refusals;
  if (refusal !== undefined) {
    content.destroy();
    return err([fail('NOT_PRINTABLE', [], refusal)]);
  }
  return ok(await buffer(content));
}

/** Returns the content of a draft's PDF as it will be released. */
export const printedRelease = (context: Facts, draft: StoredStatement, { name, input }: Person): PrintedStatement =>
  printedStatement(context, { name, message: draft.message ?? null }, computeStatement(input), false);

/** A stored PDF that no row refers to yet, with its content. */
export interface StoredPdf extends StoredFile {
  readonly statement: PrintedStatement;
  readonly sha256: string;
}

const atOnce = 20;

/** Creates PDFs in order. The next one is drawn while one is read. */
async function* drawnInOrder(letters: LetterThread, statements: readonly (readonly [string, PrintedStatement])[]) {
  const begin = ([id, statement]: readonly [string, PrintedStatement]) => {
    const pdf = drawPdf(letters, statement);
    // An exception is thrown when its turn comes.
    pdf.catch(() => undefined);
    return { id, statement, pdf };
  };
  let current = statements[0] && begin(statements[0]);
  for (const statement of [...statements.slice(1), undefined]) {
    if (current === undefined) return;
    const next = statement && begin(statement);
    yield { ...current, pdf: await current.pdf };
    current = next;
  }
}

/**
 * Creates and stores PDFs before the transaction that names them, so that it doesn't wait for either. The next PDFs are
 * created while others are stored. Those that can't be printed are left out and reported. If the transaction doesn't
 * name them in the end, call `removeStored`.
 *
 * Fails: STORAGE_FULL.
 */
export async function storedPdfs(
  read: RunInTransaction,
  statements: ReadonlyMap<string, PrintedStatement>,
  { letters, storage }: Pick<ReleasePorts, 'letters' | 'storage'>,
  report: (done: number) => void = () => undefined,
): Promise<Result<{ readonly pdfs: ReadonlyMap<string, StoredPdf>; readonly refusals: Failures }, Failures>> {
  const pdfs = new Map<string, StoredPdf>();
  const refusals: Failure[] = [];
  const all = [...statements];
  const store = async (batch: readonly { id: string; statement: PrintedStatement; pdf: Buffer }[]) => {
    const files = batch.map(({ pdf }) => ({ sizeBytes: pdf.byteLength, stream: () => Readable.from([pdf]) }));
    const stored = await storeFiles(read, storage, files);
    if (stored.isErr()) return stored;
    for (const [{ id, statement, pdf }, key] of zip(batch, stored.value.keys)) {
      const sha256 = createHash('sha256').update(pdf).digest('hex');
      pdfs.set(id, { statement, sha256, sizeBytes: pdf.byteLength, keys: [key], key });
    }
    return stored;
  };
  let storing: ReturnType<typeof store> = Promise.resolve(ok({ keys: [], sizeBytes: 0 }));
  try {
    let printed: { id: string; statement: PrintedStatement; pdf: Buffer }[] = [];
    let done = 0;
    for await (const { id, statement, pdf } of drawnInOrder(letters, all)) {
      if (pdf.isErr()) refusals.push(...pdf.error);
      else printed.push({ id, statement, pdf: pdf.value });
      done += 1;
      if (done % atOnce !== 0 && done < all.length) continue;
      const before = await storing;
      storing = before.isErr() ? Promise.resolve(before) : store(printed);
      storing.catch(() => undefined);
      printed = [];
      report(done);
      if (before.isErr()) break;
    }
    const last = await storing;
    if (last.isErr()) {
      await removePdfs(storage, pdfs);
      return err(last.error);
    }
    return ok({ pdfs, refusals });
  } catch (error) {
    await storing.catch(() => undefined);
    await removePdfs(storage, pdfs);
    throw error;
  }
}

/** Removes the PDFs of statements that were not released. */
export const removePdfs = (storage: Storage, pdfs: ReadonlyMap<string, StoredPdf>): Promise<void> =>
  removeStored(storage, { keys: [...pdfs.values()].flatMap(({ keys }) => keys) });

/** Releases a draft with its stored PDF. Fails: as `releaseStatement`. */
export function releasePrinted(
  context: Pick<RequestContext, 'tx'> & Facts,
  draft: StoredStatement,
  person: Person,
  how: Parameters<typeof releaseStatement>[3],
  { statement: printed, sha256, sizeBytes, key }: StoredPdf,
) {
  const statement = printedRelease(context, draft, person);
  const isCurrent = isDeepStrictEqual(statement, printed);
  const { text } = statement;
  return releaseStatement(context, draft, { ...person, text }, how, {
    sha256,
    sizeBytes,
    storageKey: key,
    isCurrent,
  });
}
