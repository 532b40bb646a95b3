import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { filesIn, safeFileName } from '@carrara/adapters/files';
import type { ApiClient } from '@carrara/adapters/http';
import { distributionEndpoints } from '@carrara/contract/carry/distribution';
import { taskEndpoints } from '@carrara/contract/platform/task';
import { err, ok, type Result } from '@carrara/domain/kernel';
import type { Command } from 'commander';
import { exitCode } from '../exitCode.ts';
import { failureText, type ServerOptions, signedIn, withServerOptions } from '../serverSession.ts';

interface ExportOptions extends ServerOptions {
  readonly out: string;
  readonly letters?: boolean;
  readonly package?: boolean;
}

/** `carrara export distribution ID`: the workbook, and the letters when asked. */
export function addExport(command: Command): void {
  withServerOptions(command.command('distribution'))
    .description('Save the workbook of a distribution, and its letters.')
    .argument('<id>', 'id or name of the distribution')
    .option('--letters', 'also save a letter (PDF) for each participant')
    .option('--package', 'also save all letters as one PDF')
    .option('--out <folder>', 'where to save them', '.')
    .addHelpText(
      'after',
      "\nExample:\n  carrara export distribution 'Q3 2026 carry distribution' --letters --out letters --login ana@example.com",
    )
    .action(async (id: string, options: ExportOptions) => {
      process.exitCode = await exportDistribution(id, options);
    });
}

const complain = (text: string): number => {
  process.stderr.write(`carrara export: ${text}\n`);
  return exitCode.refused;
};
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const mostOfPage = 1000;

/**
 * An id as it is; a name is looked up among all distributions, page by page, and must be that of one.
 *
 * Fails: a text: what the server refuses, that none has the name, or every distribution that has it.
 */
export async function distributionNamed(
  client: Pick<ApiClient, 'call'>,
  text: string,
): Promise<Result<string, string>> {
  if (UUID.test(text)) return ok(text);
  const found: { readonly id: string; readonly line: string }[] = [];
  for (let startPage = 1, read = 0; ; startPage += 1) {
    const page = await client.call(distributionEndpoints.listDistributions, {
      query: { searchQuery: text, includeInactive: 'true', startPage, pageSize: mostOfPage } as never,
    });
    if (page.isErr()) return err(failureText(page.error));
    const { pageData, totalItemCount } = page.value;
    for (const { id, name, distributionDate, status } of pageData) {
      if (name.toLowerCase() !== text.toLowerCase()) continue;
      found.push({ id, line: `  ${id}  ${distributionDate}  ${status.description}` });
    }
    read += pageData.length;
    if (pageData.length === 0 || read >= totalItemCount) break;
  }
  const [first] = found;
  if (!first) return err(`there is no distribution called '${text}'`);
  if (found.length === 1) return ok(first.id);
  const lines = found.map(({ line }) => line).join('\n');
  return err(`${found.length} distributions are called '${text}'; give the id of one:\n${lines}`);
}

async function exportDistribution(text: string, options: ExportOptions): Promise<number> {
  const signed = await signedIn(options);
  if (signed.isErr()) return complain(failureText(signed.error));
  const client = signed.value;
  const named = await distributionNamed(client, text);
  if (named.isErr()) return complain(named.error);
  const id = named.value;
  const distribution = await client.call(distributionEndpoints.getDistribution, { params: { id } });
  if (distribution.isErr()) return complain(failureText(distribution.error));
  await mkdir(options.out, { recursive: true });
  const save = async (bytes: Uint8Array, name: string) => {
    const place = join(options.out, name);
    await writeFile(place, bytes);
    process.stdout.write(`${place}\n`);
  };
  const { name } = distribution.value;
  const workbook = await client.download(distributionEndpoints.exportDistribution, { params: { id } });
  if (workbook.isErr()) return complain(failureText(workbook.error));
  await save(workbook.value.bytes, safeFileName(name, 'xlsx'));
  let refused = 0;
  for (const as of wantedLetters(options)) {
    const made = await lettersOf(client, id, as);
    if (typeof made === 'string') return complain(made);
    if (as === 'pdf') await save(made.bytes, safeFileName(`${name} - letters`, 'pdf'));
    else for await (const { fileName, bytes } of filesIn(made.bytes)) await save(bytes, fileName);
    for (const text of made.remarks) complain(text);
    refused += made.remarks.length;
  }
  return refused > 0 ? exitCode.refused : exitCode.done;
}

const wantedLetters = ({ letters, package: whole }: ExportOptions): readonly ('pdf' | 'zip')[] => [
  ...(whole ? (['pdf'] as const) : []),
  ...(letters ? (['zip'] as const) : []),
];
const askAgainMilliseconds = 300;

interface Letters {
  readonly bytes: Uint8Array;
  /** Letters that could not be made, by name. */
  readonly remarks: readonly string[];
}

/** Has the letters made as long work, telling how far it is; a text says why there are none. */
async function lettersOf(client: ApiClient, id: string, as: 'pdf' | 'zip'): Promise<Letters | string> {
  const started = await client.call(distributionEndpoints.startLetters, { params: { id }, body: { as } });
  if (started.isErr()) return failureText(started.error);
  const params = { id: started.value.id };
  let task = started.value;
  for (let shown = ''; task.endedDate === null; ) {
    await pause(askAgainMilliseconds);
    const now = await client.call(taskEndpoints.getTask, { params });
    if (now.isErr()) return failureText(now.error);
    task = now.value;
    const line = task.total > 0 ? `Letter ${task.done} of ${task.total}` : '';
    if (line !== shown && line !== '') process.stderr.write(process.stderr.isTTY ? `\r${line}` : `${line}\n`);
    shown = line;
  }
  if (process.stderr.isTTY) process.stderr.write('\n');
  if (task.status !== 'DONE') return task.remarks.join(' ') || 'the letters were stopped';
  const file = await client.download(taskEndpoints.downloadTask, { params });
  return file.isErr() ? failureText(file.error) : { bytes: file.value.bytes, remarks: task.remarks };
}
