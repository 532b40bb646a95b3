import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { safeFileName } from '@carrara/adapters/files';
import type { ApiClient } from '@carrara/adapters/http';
import { distributionEndpoints } from '@carrara/contract/distribution';
import { Command } from 'commander';
import { exitCode } from '../exitCode.ts';
import { failureText, type ServerOptions, signedIn, withServerOptions } from '../serverSession.ts';

interface ExportOptions extends ServerOptions {
  readonly out: string;
  readonly letters?: boolean;
  readonly package?: boolean;
}

/** `carrara export distribution ID`: the workbook, and the letters when asked. */
export function exportCommand(): Command {
  const distribution = withServerOptions(new Command('distribution'))
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
  return new Command('export').description('Save what the product makes as files.').addCommand(distribution);
}

const complain = (text: string): number => {
  process.stderr.write(`carrara export: ${text}\n`);
  return exitCode.refused;
};
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** An id as it is; a name is looked up and must be that of one distribution. */
async function idOf(client: ApiClient, text: string): Promise<string | undefined> {
  if (UUID.test(text)) return text;
  const page = await client.call(distributionEndpoints.listDistributions, {
    query: { searchQuery: text, includeInactive: 'true' } as never,
  });
  const found = page.isOk() ? page.value.pageData.filter(({ name }) => name.toLowerCase() === text.toLowerCase()) : [];
  return found.length === 1 ? found[0]?.id : undefined;
}

async function exportDistribution(text: string, options: ExportOptions): Promise<number> {
  const signed = await signedIn(options);
  if (signed.isErr()) return complain(failureText(signed.error));
  const client = signed.value;
  const id = await idOf(client, text);
  if (!id) return complain(`there is no single distribution called '${text}'`);
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
  if (options.package) {
    const whole = await client.download(distributionEndpoints.downloadPdfLetterPackage, { params: { id } });
    if (whole.isErr()) return complain(failureText(whole.error));
    await save(whole.value.bytes, safeFileName(`${name} - letters`, 'pdf'));
  }
  if (!options.letters) return exitCode.done;
  for (const participantId of leaves(distribution.value.distributionParticipants)) {
    const letter = await client.download(distributionEndpoints.downloadPdfLetter, { params: { id, participantId } });
    if (letter.isErr()) return complain(failureText(letter.error));
    await save(letter.value.bytes, letter.value.name.replace(/[/\\]/g, ' '));
  }
  return exitCode.done;
}

interface Payee {
  readonly participant: { readonly participantId: string };
  readonly memberParticipants: readonly Payee[];
}

/** Who gets a letter: people and trusts, each once, not the entities that only pass on. */
function leaves(participants: readonly Payee[]): readonly string[] {
  const ids = participants.flatMap((each): readonly string[] =>
    each.memberParticipants.length > 0 ? leaves(each.memberParticipants) : [each.participant.participantId],
  );
  return [...new Set(ids)];
}
