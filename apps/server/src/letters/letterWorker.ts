import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { workerData } from 'node:worker_threads';
import { escrowLetterPdf } from '@carrara/adapters/pdf/escrowLetter';
import type { Letter } from '@carrara/adapters/pdf/letterText';
import type { LetterJob } from '@carrara/adapters/pdf/letterFile';
import { letterPackagePdf, letterPackageZip, letterPdf, refusalOfLetter } from '@carrara/adapters/pdf/letters';
import { statementPdf } from '@carrara/adapters/pdf/statementPdf';
import { openPool } from '@carrara/adapters/postgres/engine/database/openDatabase';
import { unitOfWork } from '@carrara/adapters/postgres/engine/unitOfWork/withTenant';
import { required } from '@carrara/domain/kernel';
import { payeeFor, readLetterFacts } from './letterFacts.ts';
import { buildLetters } from './buildLetters.ts';
import { runOrders, type ReportProgress, writeTo } from '../pool/insideThread.ts';
import type {
  EscrowOrder,
  LetterOrder,
  LetterPart,
  CreatedLetters,
  StatementOrder,
  ThreadStart,
} from './letterThread.ts';

const { databaseUrl } = workerData as ThreadStart;
// It only reads, so it needs no key for signing.
const withTenant = unitOfWork({ pool: openPool(databaseUrl, 1, 'carrara letters'), auditKey: Buffer.alloc(0) });

/** Loads the writer of Word files on first use. */
const word = () => import('@carrara/adapters/word/letters');

async function fileOf(
  as: Exclude<LetterOrder['as'], 'each'>,
  job: LetterJob,
  letters: readonly Letter[],
  onLetter: () => void,
) {
  if (as === 'zip') return letterPackageZip(job, letters, onLetter);
  if (as === 'pdf') return letterPackagePdf(job, letters, onLetter);
  if (as === 'docx') return (await word()).letterPackageDocx(job, letters, onLetter);
  const letter = required(letters[0], 'the letter');
  return as.format === 'docx' ? (await word()).letterDocx(job, letter) : letterPdf(job, letter);
}

async function createEscrowLetters({ job, letters }: EscrowOrder, fd: number): Promise<CreatedLetters> {
  const { name, content } = escrowLetterPdf(job, letters);
  await writeTo(fd, content);
  return { name, refusals: [] };
}

/** Writes one letter after another and records the length and hash of each. */
async function writeEach(job: LetterJob, letters: readonly Letter[], fd: number, onLetter: () => void) {
  const parts: LetterPart[] = [];
  for (const letter of letters) {
    const { name, content } = letterPdf(job, letter);
    const bytes = await buffer(content);
    await writeTo(fd, Readable.from([bytes], { objectMode: false }));
    const { participantId } = letter.content.participant;
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    parts.push({ participantId, fileName: name, sizeBytes: bytes.length, sha256 });
    onLetter();
  }
  return parts;
}

async function createStatement({ statement }: StatementOrder, fd: number): Promise<CreatedLetters> {
  const { name, content, refusal } = await statementPdf(statement);
  if (!content) return { name, refusals: [refusal] };
  await writeTo(fd, content);
  return { name, refusals: [] };
}

async function createLetters(
  { scope, today, distributionId, as, visibility, isRelease }: LetterOrder,
  fd: number,
  onProgress: ReportProgress,
): Promise<CreatedLetters> {
  const found = await withTenant(scope, (tx) => readLetterFacts(tx, distributionId, { isRelease }), { readOnly: true });
  if (found.isErr()) throw new Error(found.error.map(({ detail }) => detail).join(' '));
  const facts = { ...found.value, payees: found.value.payees.map(payeeFor(visibility)) };
  const all = buildLetters(facts, typeof as === 'string' ? undefined : as.participantId);
  // Word uses the reader's fonts. A PDF has to contain its own.
  const isWord = as === 'docx' || (typeof as === 'object' && as.format === 'docx');
  const refusals = isWord ? [] : all.flatMap((letter) => refusalOfLetter(letter) ?? []);
  const letters = isWord ? all : all.filter((letter) => refusalOfLetter(letter) === undefined);
  const { distribution, head, template } = facts;
  const job = { distribution, head, template, today };
  let done = 0;
  const onLetter = () => onProgress(++done, letters.length);
  onProgress(done, letters.length);
  if (as === 'each') return { name: '', refusals, parts: await writeEach(job, letters, fd, onLetter), template };
  const file = await fileOf(as, job, letters, onLetter);
  await writeTo(fd, file.content);
  return { name: file.name, refusals };
}

runOrders<LetterOrder | EscrowOrder | StatementOrder, CreatedLetters>((order, fd, onProgress) => {
  if ('statement' in order) return createStatement(order, fd);
  return 'letters' in order ? createEscrowLetters(order, fd) : createLetters(order, fd, onProgress);
});
