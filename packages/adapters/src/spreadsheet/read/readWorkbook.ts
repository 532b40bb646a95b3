import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { err, type Failures, ok, type Result } from '@carrara/domain/kernel';
import { defaultLimits, fileNotReadable, type ReadLimits, tooLarge } from './limits.ts';
import type { ReadSheet } from './sheet.ts';

export type { CellContent } from './cell.ts';
export type { ReadLimits } from './limits.ts';
export type { ReadRow, ReadSheet } from './sheet.ts';

type Read = Result<readonly ReadSheet[], Failures>;

/**
 * Returns the arguments of the child process. The first is its bundle in the folder BUNDLES, which the bundler sets
 * in the built program, otherwise its source with the loader tsx.
 */
function childArguments(memoryMegabytes: number): readonly string[] {
  const memory = `--max-old-space-size=${memoryMegabytes}`;
  const bundles = process.env['BUNDLES'];
  if (bundles) return [memory, join(bundles, 'child.js')];
  const loader = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
  return [memory, '--import', loader, fileURLToPath(new URL('./child.ts', import.meta.url))];
}

const isPackage = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b;
const isOldOrEncrypted = (bytes: Uint8Array): boolean => bytes[0] === 0xd0 && bytes[1] === 0xcf;

/** Checks the first bytes without starting a process. */
function quickFailures(bytes: Uint8Array, limits: ReadLimits): Failures {
  if (bytes.byteLength > limits.maxBytes) {
    return [tooLarge(`The file has ${bytes.byteLength} bytes. The limit is ${limits.maxBytes}.`)];
  }
  if (isOldOrEncrypted(bytes)) {
    return [
      fileNotReadable(
        'The file is in the old .xls format or has a password. Save it as an .xlsx file without a password.',
      ),
    ];
  }
  return isPackage(bytes) ? [] : [fileNotReadable('The file isn’t an Excel workbook (.xlsx).')];
}

/**
 * Reads an untrusted workbook in a child process with no environment, little memory and processor time, and a deadline
 * after which it is killed. So the worst file can do no other harm. Rows contain only cells that aren't empty.
 *
 * Fails: FILE_TOO_LARGE (bytes, parts, uncompressed size, rows, columns, cells, memory, time), FILE_NOT_READABLE (not a
 * workbook, damaged, a document type, encrypted).
 */
export async function readWorkbook(bytes: Uint8Array, overrides: Partial<ReadLimits> = {}): Promise<Read> {
  const limits = { ...defaultLimits, ...overrides };
  const refused = quickFailures(bytes, limits);
  if (refused.length > 0) return err(refused);
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...childArguments(limits.memoryMegabytes), JSON.stringify(limits)], {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: {},
      windowsHide: true,
    });
    const chunks: Buffer[] = [];
    let late = false;
    const deadline = setTimeout(() => {
      late = true;
      child.kill('SIGKILL');
    }, limits.timeoutMs);
    child.once('error', reject);
    // A process that has already refused the file stops reading.
    child.stdin.on('error', () => undefined);
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.once('close', (code) => {
      clearTimeout(deadline);
      if (late) resolve(err([tooLarge('The file takes too long to read. Split it and upload the parts.')]));
      else if (code !== 0)
        resolve(err([tooLarge('The file needs too much memory to read. Split it and upload the parts.')]));
      else resolve(answerOf(Buffer.concat(chunks).toString('utf8')));
    });
    child.stdin.end(bytes);
  });
}

function answerOf(text: string): Read {
  const answer = JSON.parse(text) as { sheets: readonly ReadSheet[] } | { failures: Failures };
  return 'sheets' in answer ? ok(answer.sheets) : err(answer.failures);
}
