import { createWriteStream, readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parentPort, workerData } from 'node:worker_threads';
import {
  escrowLetterPdf,
  type Letter,
  type LetterJob,
  letterPackagePdf,
  letterPackageZip,
  letterPdf,
  refusalOfLetter,
} from '@carrara/adapters/pdf';
import { openPool } from '@carrara/adapters/postgres/engine/database';
import { unitOfWork } from '@carrara/adapters/postgres/engine/unitOfWork';
import { readLetterFacts } from './letterFacts.ts';
import { lettersOf } from './lettersOf.ts';
import type { EscrowOrder, FromThread, LetterOrder, LettersMade, ThreadStart, ToThread } from './letterThread.ts';

/** The thread in which letters are made: an order comes with the file to write to. */
const port = parentPort;
if (!port) throw new Error('this is the inside of a thread');
const say = (message: FromThread) => port.postMessage(message);

const { databaseUrl } = workerData as ThreadStart;
// It only reads, so there is nothing to sign.
const withTenant = unitOfWork({ pool: openPool(databaseUrl, 1, 'carrara letters'), auditKey: Buffer.alloc(0) });

/** Whoever waits for a page goes first. Linux has priorities of threads; elsewhere it stays as it is. */
function stepBack(): void {
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), Math.min(19, getPriority() + 10));
  } catch {
    // It is a courtesy.
  }
}
stepBack();

/** What writes Word files is loaded when one is asked for. */
const word = () => import('@carrara/adapters/word');

async function fileOf(as: LetterOrder['as'], job: LetterJob, letters: readonly Letter[], onLetter: () => void) {
  if (as === 'zip') return letterPackageZip(job, letters, onLetter);
  if (as === 'pdf') return letterPackagePdf(job, letters, onLetter);
  if (as === 'docx') return (await word()).letterPackageDocx(job, letters, onLetter);
  return as.format === 'docx' ? (await word()).letterDocx(job, letters[0]!) : letterPdf(job, letters[0]!);
}

const write = (content: Readable, fd: number) => pipeline(content, createWriteStream('', { fd, autoClose: false }));

async function makeEscrowLetters({ job, letters }: EscrowOrder, fd: number): Promise<LettersMade> {
  const { name, content } = escrowLetterPdf(job, letters);
  await write(content, fd);
  return { name, refusals: [] };
}

async function makeLetters({ scope, distributionId, as }: LetterOrder, fd: number): Promise<LettersMade> {
  const found = await withTenant(scope, (tx) => readLetterFacts(tx, distributionId), { readOnly: true });
  if (found.isErr()) throw new Error(found.error.map(({ detail }) => detail).join(' '));
  const facts = found.value;
  const all = lettersOf(facts, typeof as === 'string' ? undefined : as.participantId);
  // Who opens a Word file has the fonts for it; a PDF brings its own.
  const isWord = as === 'docx' || (typeof as === 'object' && as.format === 'docx');
  const refusals = isWord ? [] : all.flatMap((letter) => refusalOfLetter(letter) ?? []);
  const letters = isWord ? all : all.filter((letter) => refusalOfLetter(letter) === undefined);
  const job = { distribution: facts.distribution, head: facts.head };
  let done = 0;
  const onLetter = () => say({ kind: 'letter', done: ++done, total: letters.length });
  say({ kind: 'letter', done, total: letters.length });
  const file = await fileOf(as, job, letters, onLetter);
  await write(file.content, fd);
  return { name: file.name, refusals };
}

port.on('message', ({ order, fd }: ToThread) => {
  const making = 'letters' in order ? makeEscrowLetters(order, fd) : makeLetters(order, fd);
  making.then(
    (made) => say({ kind: 'made', made }),
    (error: unknown) =>
      say({ kind: 'failed', reason: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
});
