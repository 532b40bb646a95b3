import { createAdministrator } from '@carrara/adapters/identity/createAdministrator';
import { createPasswords } from '@carrara/adapters/identity/passwords';
import { startPayAccess } from '@carrara/adapters/postgres/compensation/access/startPayAccess';
import { chainHeads } from '@carrara/adapters/postgres/engine/journal/verifyChain';
import { storeHeads } from '@carrara/adapters/postgres/engine/journal/storedHeads';
import { unitOfWork } from '@carrara/adapters/postgres/engine/unitOfWork/withTenant';
import type { Command } from 'commander';
import { runInInstallation } from '../openInstallation.ts';
import { dataOption } from '../run/dataOption.ts';
import { act, type Run, withExamples } from '../run/act.ts';
import { CommandStop } from '../run/commandStop.ts';
import type { World } from '../run/world.ts';
import { promptPassword } from '../session/promptPassword.ts';

interface CreateOptions {
  readonly login: string;
  readonly tenant: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email?: string;
  readonly lp?: boolean;
  readonly data?: string;
}

/** `carrara admin create`: the first administrator of a firm. */
export function addAdmin(admin: Command, world: World): void {
  const create = admin
    .command('create')
    .description(
      'Create an administrator of a firm, and the firm if it is new. Reads the password from standard input.',
    )
    .requiredOption('--login <login>', 'login of the person, such as an e-mail address')
    .requiredOption('--tenant <name>', 'name of the firm')
    .option('--first-name <name>', 'first name', '')
    .option('--last-name <name>', 'last name', '')
    .option('--email <address>', 'e-mail address')
    .option('--lp', 'create the new firm as an LP tenant, for an investor in other firms’ funds')
    .option(...dataOption);
  withExamples(
    create,
    "printf '%s' 'a long password' | carrara admin create --login ada@example.com --tenant 'Example Partners'",
  );
  act(create, world, createFirst);
  const pay = admin
    .command('pay-access')
    .description(
      "Give a user access to everyone's pay. In the app, this takes two people with this access: one requests, the other confirms.",
    )
    .requiredOption('--login <login>', 'login of the person')
    .requiredOption('--tenant <name>', 'name of the firm')
    .requiredOption('--reason <text>', 'the reason; recorded in the audit log')
    .option(...dataOption);
  withExamples(
    pay,
    "carrara admin pay-access --login ada@example.com --tenant 'Example Partners' --reason 'Head of human resources'",
  );
  act(pay, world, startFirstPayAccess);
}

interface PayOptions {
  readonly login: string;
  readonly tenant: string;
  readonly reason: string;
  readonly data?: string;
}

async function startFirstPayAccess(run: Run, { login, tenant: tenantName, reason, data }: PayOptions): Promise<void> {
  await runInInstallation(data, async ({ database, auditKey, dataDir }) => {
    const withTenant = unitOfWork({ pool: database.worker, auditKey });
    const granted = await startPayAccess(database.worker, withTenant, { login, tenantName, reason, now: new Date() });
    if (granted.isErr()) throw new CommandStop('refused', granted.error.detail);
    await storeHeads(dataDir, await chainHeads(database.worker), new Date().toISOString());
    if (!granted.value.hasRole)
      run.warn(
        `${login} has no role in compensation and can’t use this access yet. Ask an administrator of ${tenantName} to assign one under Users.`,
      );
    if (run.json) return run.print(JSON.stringify({ login, tenant: tenantName, access: 'ALL' }));
    await run.print(`${login} can now see everyone’s pay in ${tenantName}.`);
  });
}

async function createFirst(run: Run, options: CreateOptions): Promise<void> {
  const { login, tenant: tenantName, firstName, lastName, email, lp: isLpTenant, data } = options;
  const password = await promptPassword(run, `Password of ${login}: `);
  await runInInstallation(data, async (storage) => {
    const administrator = { login, tenantName, isLpTenant, firstName, lastName, email, password, now: new Date() };
    const created = await createAdministrator(
      storage.database.worker,
      createPasswords(),
      storage.auditKey,
      administrator,
    );
    if (created.isErr()) {
      const { path, detail } = created.error;
      throw new CommandStop('refused', [path.join('.'), detail].filter(Boolean).join(': '));
    }
    const { tenantCreated, personCreated } = created.value;
    await storeHeads(storage.dataDir, await chainHeads(storage.database.worker), new Date().toISOString());
    if (run.json) return run.print(JSON.stringify({ login, tenant: tenantName, tenantCreated, personCreated }));
    await run.print(`${login} is an administrator of ${tenantName}${tenantCreated ? ', a new firm' : ''}.`);
    if (!personCreated) run.note(`${login} already exists and keeps the current password.`);
  });
}
