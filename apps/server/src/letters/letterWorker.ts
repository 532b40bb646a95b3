import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { parentPort } from 'node:worker_threads';
import { letterPackagePdf, letterPackageZip, letterPdf, refusalOfLetter } from '@carrara/adapters/pdf';
import { lettersOf } from './lettersOf.ts';
import type { FromThread, LetterOrder, LettersMade, ToThread } from './letterThread.ts';

/** The thread in which letters are made: an order comes with the file to write to. */
const port = parentPort;
if (!port) throw new Error('this is the inside of a thread');
const say = (message: FromThread) => port.postMessage(message);

async function make({ facts, as }: LetterOrder, fd: number): Promise<LettersMade> {
  const all = lettersOf(facts, typeof as === 'string' ? undefined : as.participantId);
  const refusals = all.flatMap((letter) => refusalOfLetter(letter) ?? []);
  const letters = all.filter((letter) => refusalOfLetter(letter) === undefined);
  const job = { distribution: facts.distribution, head: facts.head };
  let done = 0;
  const onLetter = () => say({ kind: 'letter', done: ++done, total: letters.length });
  say({ kind: 'letter', done, total: letters.length });
  const file =
    as === 'zip'
      ? letterPackageZip(job, letters, onLetter)
      : as === 'pdf'
        ? letterPackagePdf(job, letters, onLetter)
        : await letterPdf(job, letters[0]!);
  await pipeline(file.content, createWriteStream('', { fd, autoClose: false }));
  return { name: file.name, refusals };
}

port.on('message', ({ order, fd }: ToThread) => {
  make(order, fd).then(
    (made) => say({ kind: 'made', made }),
    (error: unknown) =>
      say({ kind: 'failed', reason: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
});
