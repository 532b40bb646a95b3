import { err, ok, type Result } from '@carrara/domain/kernel';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';

const flag = z.stringbool({ truthy: ['true', '1', 'yes'], falsy: ['false', '0', 'no'] });
const whole = (least: number, most: number) => z.coerce.number().int().min(least).max(most);
const databaseUrl = z.string().regex(/^postgres(ql)?:\/\//, 'is not a postgresql:// address');

/** Every setting of the server: its environment variable is also its key in the configuration file. */
const schema = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  /** The port of the web app and the API. */
  PORT: whole(0, 65_535).default(4600),
  /** The address to listen on; 0.0.0.0 serves the whole network. */
  HOST: z.string().default('127.0.0.1'),
  /** Where the embedded database, documents and the audit's heads are kept. */
  DATA_DIR: z.string().min(1).optional(),
  /** A PostgreSQL server to use instead of the embedded one. */
  DATABASE_URL: databaseUrl.optional(),
  /** The owner's login, for migrations, when DATABASE_URL is the plain one. */
  DATABASE_ADMIN_URL: databaseUrl.optional(),
  DATABASE_POOL: whole(2, 200).default(16),
  /** The address that people use, when a proxy stands before the server: https makes cookies secure. */
  PUBLIC_URL: z.url().optional(),
  /** Further origins from which browsers may write, separated by blanks. */
  ALLOWED_ORIGINS: z.string().default(''),
  /** Whether X-Forwarded-For of the proxy is believed. */
  TRUST_PROXY: flag.default(false),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  /** Requests that one address may send in a minute. */
  RATE_LIMIT_PER_MINUTE: whole(10, 10_000_000).default(12_000),
  /** How long a server that is told to stop says so at /health/ready before its port closes; half of the time to stop at most. */
  STOP_DELAY_MS: whole(0, 4_000).default(0),
  UPLOAD_LIMIT_BYTES: whole(1_000_000, 1_000_000_000).default(26_214_400),
  /** With it, /metrics answers others than the own machine: Authorization: Bearer TOKEN. */
  METRICS_TOKEN: z.string().min(16).optional(),
  /** An OpenID Connect provider to sign in with; its client is registered with PUBLIC_URL/api/signin/openid/callback. */
  OPENID_ISSUER: z.url().optional(),
  OPENID_CLIENT_ID: z.string().min(1).optional(),
  OPENID_CLIENT_SECRET: z.string().min(1).optional(),
  /** What the button says: Sign in with ... */
  OPENID_NAME: z.string().min(1).max(60).default('single sign-on'),
  /** Whether people may sign in with a password of this installation as well. */
  LOCAL_ACCOUNTS: flag.default(true),
  /** Demo tenants are made in an empty database, except in production. */
  DEMO: flag.default(true),
});

/** What a setting needs beside it. */
const complete = schema.superRefine((given, { addIssue }) => {
  const needed = ['OPENID_CLIENT_ID', 'OPENID_CLIENT_SECRET', 'PUBLIC_URL'] as const;
  for (const name of given.OPENID_ISSUER === undefined ? [] : needed) {
    if (given[name] === undefined) addIssue({ code: 'custom', path: [name], message: 'is needed with OPENID_ISSUER' });
  }
  if (given.OPENID_ISSUER === undefined && !given.LOCAL_ACCOUNTS) {
    addIssue({ code: 'custom', path: ['LOCAL_ACCOUNTS'], message: 'can be false only with OPENID_ISSUER' });
  }
});

export type Configuration = z.output<typeof schema>;

interface Sources {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly args: readonly string[];
}

/**
 * Reads the configuration: the defaults, then the file named by CARRARA_CONFIG or --config (JSON with the same names), then the
 * environment, then --data and --port.
 *
 * Fails: a text for each setting that is wrong, naming it.
 */
export function readConfiguration({ environment, args }: Sources): Result<Configuration, readonly string[]> {
  const file = optionOf(args, '--config') ?? environment['CARRARA_CONFIG'];
  const fromFile = file === undefined ? ok({}) : readFile(resolve(file));
  if (fromFile.isErr()) return err(fromFile.error);
  const known = new Set(Object.keys(schema.shape));
  const strange = Object.keys(fromFile.value).filter((name) => !known.has(name));
  if (strange.length > 0) return err(strange.map((name) => `${name} in ${file} is not a setting.`));
  const given = Object.fromEntries(
    Object.entries(environment).filter(([name, value]) => known.has(name) && value !== ''),
  );
  const data = optionOf(args, '--data');
  const port = optionOf(args, '--port');
  const parsed = complete.safeParse({
    ...fromFile.value,
    ...given,
    ...(data === undefined ? {} : { DATA_DIR: resolve(data) }),
    ...(port === undefined ? {} : { PORT: port }),
  });
  if (parsed.success) return ok(parsed.data);
  return err(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
}

function optionOf(args: readonly string[], name: string): string | undefined {
  const at = args.indexOf(name);
  if (at >= 0) return args[at + 1];
  return args.find((arg) => arg.startsWith(`${name}=`))?.slice(name.length + 1);
}

function readFile(path: string): Result<Record<string, unknown>, readonly string[]> {
  if (!existsSync(path)) return err([`The configuration file ${path} does not exist.`]);
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) return ok({ ...value });
    return err([`The configuration file ${path} must hold one JSON object.`]);
  } catch (error) {
    return err([
      `The configuration file ${path} is not JSON: ${error instanceof Error ? error.message : String(error)}`,
    ]);
  }
}
