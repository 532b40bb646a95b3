import { createAdministrator, createPasswords } from '@carrara/adapters/identity';
import { chainHeads, keepHeads } from '@carrara/adapters/postgres/engine/journal';
import type { Command } from 'commander';
import { exitCode } from '../exitCode.ts';
import { openInstallation } from '../openInstallation.ts';
import { CommandStop } from '../run/commandStop.ts';
import { askPassword } from '../session/askPassword.ts';

interface CreateOptions {
  readonly login: string;
  readonly tenant: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email?: string;
  readonly data?: string;
}

/** `carrara admin create`: the first administrator of a firm. */
export function addAdmin(admin: Command): void {
  admin
    .command('create')
    .description(
      'Make an administrator of a firm, and the firm when it is new. The password is read from standard input.',
    )
    .requiredOption('--login <login>', 'what the person signs in with, such as an e-mail address')
    .requiredOption('--tenant <name>', 'name of the firm')
    .option('--first-name <name>', 'first name', '')
    .option('--last-name <name>', 'last name', '')
    .option('--email <address>', 'e-mail address')
    .option('--data <folder>', 'data folder of the installation; DATABASE_URL names a server instead')
    .addHelpText(
      'after',
      "\nExample:\n  printf '%s' 'a long password' | carrara admin create --login ada@example.com --tenant 'Example Partners'",
    )
    .action(async (options: CreateOptions) => {
      process.exitCode = await createFirst(options).catch((error: unknown) => {
        if (!(error instanceof CommandStop)) throw error;
        process.stderr.write(`carrara admin create: ${error.message}\n`);
        return exitCode[error.outcome];
      });
    });
}

async function createFirst(options: CreateOptions): Promise<number> {
  const password = await askPassword(
    { input: process.stdin, errors: process.stderr },
    `Password of ${options.login}: `,
  );
  const storage = await openInstallation(options.data);
  try {
    const { login, tenant: tenantName, firstName, lastName, email } = options;
    const wanted = { login, tenantName, firstName, lastName, email, password, now: new Date() };
    const made = await createAdministrator(storage.database.worker, createPasswords(), storage.auditKey, wanted);
    if (made.isErr()) {
      process.stderr.write(
        `carrara admin create: ${[made.error.path.join('.'), made.error.detail].filter(Boolean).join(' ')}\n`,
      );
      return exitCode.refused;
    }
    const { tenantCreated, personCreated } = made.value;
    await keepHeads(storage.dataDir, await chainHeads(storage.database.worker), new Date().toISOString());
    process.stdout.write(`${login} is an administrator of ${tenantName}${tenantCreated ? ', which is new' : ''}.\n`);
    if (!personCreated) process.stdout.write(`${login} was there already and keeps the own password.\n`);
    return exitCode.done;
  } finally {
    await storage.close();
  }
}
