import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BackupManifest, BackupRefusal } from '@carrara/adapters/backup/format';
import { createBackup } from '@carrara/adapters/backup/createBackup';
import { restoreBackup } from '@carrara/adapters/backup/restoreBackup';
import { verifyBackup } from '@carrara/adapters/backup/verifyBackup';
import { openFiles } from '@carrara/adapters/files/openFiles';
import { asOwner } from '@carrara/adapters/postgres/engine/database/openDatabase';
import { unsafeSettings } from '@carrara/adapters/postgres/engine/database/serverSettings';
import { dataDirectory, reachDatabase } from '@carrara/adapters/storage/openStorage';
import type { Command } from 'commander';
import { dataOption } from '../run/dataOption.ts';
import type { Outcome } from '../run/exitCode.ts';
import { storageOptions } from '../openInstallation.ts';
import { act, type Run, withExamples } from '../run/act.ts';
import { CommandStop } from '../run/commandStop.ts';
import type { World } from '../run/world.ts';
import { countText, numberText } from '../run/countText.ts';

interface BackupOptions {
  readonly passphraseFile?: string;
  readonly data?: string;
}

const variable = 'CARRARA_BACKUP_PASSPHRASE';
/** A person who has the file can try passphrases without limit. */
const leastLetters = 12;

/** `carrara backup`: saves an installation in one encrypted file, and restores it. */
export function addBackup(backup: Command, world: World): void {
  const declare = declareIn(backup, world);
  declare('create', createFile)
    .description(
      'Write the database, the stored files and the audit key to one new encrypted file. The server can keep running.',
    )
    .option(...dataOption);
  declare('verify', verifyFile).description(
    'Read a whole backup and check every row and file against its counts and hashes. Needs no database.',
  );
  declare('restore', restoreFile)
    .description(
      'Restore an installation from a backup into an empty data folder (and the empty database of DATABASE_URL).',
    )
    .option('--data <folder>', 'the data folder to create; DATABASE_URL names a server with an empty database');
  backup.addHelpText(
    'after',
    `\nPass the passphrase in ${variable} or with --passphrase-file.\n` +
      'Exits with 0 on success, with 1 if it is refused or fails, or if the backup can’t be restored, and with 2 on incorrect usage. A failure leaves nothing half done.',
  );
}

type Act = (run: Run, file: string, passphrase: string, options: BackupOptions) => Promise<Outcome>;

const declareIn = (backup: Command, world: World) => (name: string, work: Act) => {
  const command = backup
    .command(name)
    .argument('<file>', 'the backup')
    .option('--passphrase-file <file>', `a file whose first line is the passphrase, instead of ${variable}`);
  withExamples(command, `carrara backup ${name} /backups/carrara.age --passphrase-file /root/passphrase`);
  return act(command, world, async (run, file: string, options: BackupOptions) => {
    const passphrase = passphraseOf(run, options);
    return work(run, file, passphrase, options).catch((error: unknown) => {
      if (error instanceof CommandStop) throw error;
      throw new CommandStop('refused', error instanceof Error ? error.message : String(error));
    });
  });
};

function passphraseOf({ environment }: Run, { passphraseFile }: BackupOptions): string {
  const wrong = (text: string) => new CommandStop('misused', text);
  if (passphraseFile !== undefined && !existsSync(passphraseFile)) throw wrong(`there is no file ${passphraseFile}.`);
  const passphrase =
    passphraseFile === undefined ? environment[variable] : readFileSync(passphraseFile, 'utf8').split(/\r?\n/, 1)[0];
  if (!passphrase) throw wrong(`set ${variable} or name a file with --passphrase-file.`);
  if (passphrase.length < leastLetters) throw wrong(`the passphrase needs at least ${leastLetters} characters.`);
  return passphrase;
}

async function createFile(run: Run, file: string, passphrase: string, { data }: BackupOptions): Promise<Outcome> {
  const storage = storageOptions(data);
  const dataDir = dataDirectory(storage);
  if (!existsSync(join(dataDir, 'audit.key'))) throw new BackupRefusal(`There is no installation in ${dataDir}.`);
  const files = openFiles(storage.files ?? {}, dataDir);
  const { adminUrl, close } = await reachDatabase(storage);
  try {
    const manifest = await createBackup({ adminUrl, dataDir, files, file, passphrase, now: new Date() });
    await print(run, 'Backed up', manifest);
    const settings = await asOwner(adminUrl, unsafeSettings);
    if (settings.length > 0)
      run.warn(`Settings of the database server put its data at risk. Reset them: ${settings.join('; ')}.`);
    return backupOutcome(run, manifest);
  } finally {
    await close();
  }
}

async function verifyFile(run: Run, file: string, passphrase: string): Promise<Outcome> {
  const { header, manifest } = await verifyBackup(file, passphrase);
  await print(run, `Intact, created ${header.createdAt}, schema ${header.migrations.at(-1)?.name}`, manifest);
  return backupOutcome(run, manifest);
}

async function restoreFile(run: Run, file: string, passphrase: string, { data }: BackupOptions): Promise<Outcome> {
  const { manifest } = await restoreBackup(file, passphrase, storageOptions(data));
  await print(run, 'Restored and equal to the backup', manifest);
  run.note('Now run "carrara audit verify", then start the server.');
  return 'done';
}

/** Warns of a backup that a restore refuses, because the database wasn't as the product creates it. */
export function backupOutcome(
  { warn }: Pick<Run, 'warn'>,
  { obstacles = [] }: Pick<BackupManifest, 'obstacles'>,
): Outcome {
  if (obstacles.length === 0) return 'done';
  const more = obstacles.length > 10 ? ` and ${numberText(obstacles.length - 10)} more` : '';
  warn(
    'The backup contains all rows of the product, but it can’t be restored. Restore the database’s rules ("carrara audit verify" lists the differences), ' +
      `then create another backup. Differences: ${obstacles.slice(0, 10).join('; ')}${more}.`,
  );
  return 'refused';
}

async function print(run: Run, noun: string, manifest: BackupManifest): Promise<void> {
  const { tables, files, heads, missingFiles, changedFiles, obstacles = [] } = manifest;
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
  const counts = { rows, tables: Object.keys(tables).length, files: files.count, bytes: files.bytes };
  await run.print(
    run.json
      ? JSON.stringify({ summary: noun, ...counts, auditChains: heads.length, missingFiles, changedFiles, obstacles })
      : `${noun}: ${countText(rows, 'row')} in ${countText(counts.tables, 'table')}, ${countText(files.count, 'file')} (${countText(files.bytes, 'byte')}), ${countText(heads.length, 'audit chain')}.`,
  );
  const first = (names: readonly string[]) => names.slice(0, 10).join(', ');
  if (missingFiles.length > 0) {
    run.warn(`${numberText(missingFiles.length)} stored files were missing: ${first(missingFiles)}`);
  }
  if (changedFiles.length > 0) {
    run.warn(
      `${numberText(changedFiles.length)} stored files differ from the uploaded ones and were backed up as they are: ${first(changedFiles)}`,
    );
  }
}
