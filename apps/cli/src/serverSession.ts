import { type ApiClient, type ApiFailure, createClient } from '@carrara/adapters/http';
import { signinEndpoints } from '@carrara/contract/platform/signin';
import type { Command } from 'commander';
import { err, ok, type Result } from 'neverthrow';

/** How a command finds the server and the firm; each can come from the environment. */
export interface ServerOptions {
  readonly server: string;
  readonly login?: string;
  readonly tenant?: string;
}

/** Adds the options of a command that talks to a running server. The password never stands in the arguments. */
export function withServerOptions(command: Command): Command {
  return command
    .option(
      '--server <url>',
      'address of the running product (CARRARA_SERVER)',
      process.env['CARRARA_SERVER'] ?? 'http://localhost:4600',
    )
    .option(
      '--login <login>',
      'what you sign in with (CARRARA_LOGIN); the password is CARRARA_PASSWORD',
      process.env['CARRARA_LOGIN'],
    )
    .option(
      '--tenant <name>',
      'name of the firm (CARRARA_TENANT); not needed when you belong to one only',
      process.env['CARRARA_TENANT'],
    );
}

const refusal = (message: string): ApiFailure => ({ status: 0, message, errors: [] });

/** A client that is signed in, with CARRARA_TOKEN or with the login and CARRARA_PASSWORD, in the firm that was named. */
export async function signedIn({ server, login, tenant }: ServerOptions): Promise<Result<ApiClient, ApiFailure>> {
  const anonymous = createClient({ baseUrl: server });
  let token = process.env['CARRARA_TOKEN'];
  if (!token) {
    const password = process.env['CARRARA_PASSWORD'];
    if (!login || !password) return err(refusal('Give --login and set CARRARA_PASSWORD, or set CARRARA_TOKEN.'));
    const session = await anonymous.call(signinEndpoints.signInLocal, { body: { login, password, answerToken: true } });
    if (session.isErr()) return err(session.error);
    token = session.value.authToken ?? '';
  }
  const client = anonymous.as({ token });
  const tenants = await client.call(signinEndpoints.listTenants, {});
  if (tenants.isErr()) return err(tenants.error);
  const wanted = tenants.value.filter(
    ({ id, name }) => !tenant || id === tenant || name.toLowerCase() === tenant.toLowerCase(),
  );
  const [found] = wanted;
  if (!found || wanted.length > 1) {
    const names = tenants.value.map(({ name }) => `'${name}'`).join(', ') || 'none';
    return err(refusal(`Name the firm with --tenant. You belong to: ${names}.`));
  }
  return ok(client.as({ token, tenantId: found.id }));
}

/** What a refused call says on the command line. */
export function failureText({ message, errors, errorId }: ApiFailure): string {
  const details = errors.map(
    ({ code, path, message: detail }) => `  ${[code, path, detail].filter(Boolean).join(' · ')}`,
  );
  return [message, ...details, ...(errorId ? [`  error ${errorId}`] : [])].join('\n');
}
