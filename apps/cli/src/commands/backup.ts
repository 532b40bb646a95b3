import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type BackupManifest,
  BackupRefusal,
  createBackup,
  restoreBackup,
  verifyBackup,
} from '@carrara/adapters/backup';
import { dataDirOf, reachDatabase } from '@carrara/adapters/storage';
import type { Command } from 'commander';
import { err, ok, type Result } from 'neverthrow';
import { exitCode } from '../exitCode.ts';
import { storageOptions } from '../openInstallation.ts';

interface BackupOptions {
  readonly passphraseFile?: string;
  readonly data?: string;
}

const variable = 'CARRARA_BACKUP_PASSPHRASE';
/** Who has the file can try passphrases at leisure. */
const leastLetters = 12;

/** `carrara backup`: an installation in one encrypted file, and back. */
export function addBackup(backup: Command): void {
  declare(backup, 'create', createFile)
    .description(
      'Write the database, the stored files and the audit key into one new encrypted file. The server may run.',
    )
    .option('--data <folder>', 'data folder of the installation; DATABASE_URL names a server instead');
  declare(backup, 'verify', verifyFile).description(
    'Read a backup to its end and hold every row and file to its counts and hashes. Needs no database.',
  );
  declare(backup, 'restore', restoreFile)
    .description(
      'Make an installation out of a backup, in an empty data folder (and the empty database of DATABASE_URL).',
    )
    .option('--data <folder>', 'the data folder to make; DATABASE_URL names a server with an empty database');
  backup.addHelpText(
    'after',
    `\nThe passphrase is in ${variable} or in the file of --passphrase-file.\n` +
      'Ends with 0 when it is done, with 1 when it is refused or fails (nothing is left half done), with 2 on wrong use.',
  );
}

type Act = (file: string, passphrase: string, options: BackupOptions) => Promise<void>;

function declare(backup: Command, name: string, act: Act): Command {
  return backup
    .command(name)
    .argument('<file>', 'the backup')
    .addHelpText(
      'after',
      `\nExample:\n  carrara backup ${name} /backups/carrara.age --passphrase-file /root/passphrase`,
    )
    .option('--passphrase-file <file>', `a file whose first line is the passphrase, instead of ${variable}`)
    .action(async (file: string, options: BackupOptions) => {
      process.exitCode = await attempt(name, file, options, act);
    });
}

async function attempt(name: string, file: string, options: BackupOptions, act: Act): Promise<number> {
  const passphrase = passphraseOf(options);
  if (passphrase.isErr()) {
    process.stderr.write(`carrara backup ${name}: ${passphrase.error}\n`);
    return exitCode.misused;
  }
  try {
    await act(file, passphrase.value, options);
    return exitCode.done;
  } catch (error) {
    process.stderr.write(`carrara backup ${name}: ${error instanceof Error ? error.message : String(error)}\n`);
    return exitCode.refused;
  }
}

function passphraseOf({ passphraseFile }: BackupOptions): Result<string, string> {
  if (passphraseFile !== undefined && !existsSync(passphraseFile)) return err(`there is no file ${passphraseFile}.`);
  const given =
    passphraseFile === undefined ? process.env[variable] : readFileSync(passphraseFile, 'utf8').split(/\r?\n/, 1)[0];
  if (!given) return err(`set ${variable} or name a file with --passphrase-file.`);
  return given.length < leastLetters ? err(`the passphrase needs at least ${leastLetters} characters.`) : ok(given);
}

async function createFile(file: string, passphrase: string, { data }: BackupOptions): Promise<void> {
  const place = storageOptions(data);
  const dataDir = dataDirOf(place);
  if (!existsSync(join(dataDir, 'audit.key'))) throw new BackupRefusal(`There is no installation in ${dataDir}.`);
  const { adminUrl, close } = await reachDatabase(place);
  try {
    tell('Backed up', await createBackup({ adminUrl, dataDir, file, passphrase, now: new Date() }));
  } finally {
    await close();
  }
}

async function verifyFile(file: string, passphrase: string): Promise<void> {
  const { header, manifest } = await verifyBackup(file, passphrase);
  tell(`Whole, of ${header.createdAt}, schema ${header.migrations.at(-1)?.name}`, manifest);
}

async function restoreFile(file: string, passphrase: string, { data }: BackupOptions): Promise<void> {
  const { manifest } = await restoreBackup(file, passphrase, storageOptions(data));
  tell('Restored, and equal to what was backed up', manifest);
  process.stdout.write('Now run "carrara audit verify", then start the server.\n');
}

function tell(what: string, { tables, files, heads, missingFiles, changedFiles }: BackupManifest): void {
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
  process.stdout.write(
    `${what}: ${rows} rows of ${Object.keys(tables).length} tables, ${files.count} files of ${files.bytes} bytes, ${heads.length} audit chains.\n`,
  );
  if (missingFiles.length > 0) {
    process.stderr.write(
      `${missingFiles.length} stored files were not on disk: ${missingFiles.slice(0, 10).join(', ')}\n`,
    );
  }
  if (changedFiles.length > 0) {
    process.stderr.write(
      `${changedFiles.length} stored files are not the ones that were uploaded, and are kept as they were found: ${changedFiles.slice(0, 10).join(', ')}\n`,
    );
  }
}
