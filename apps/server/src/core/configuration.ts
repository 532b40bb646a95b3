import { usualUploadBytes } from '@carrara/contract/core/fileTypes';
import type { FilesOptions } from '@carrara/adapters/files/openFiles';
import { isUnencrypted, readFilesUrl } from '@carrara/adapters/files/filesLocation';
import { parseSender } from '@carrara/adapters/mail/sender';
import { err, ok, type Result } from '@carrara/domain/kernel';
import { existsSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';

const flag = z.stringbool({ truthy: ['true', '1', 'yes'], falsy: ['false', '0', 'no'] });
const whole = (least: number, most: number) => z.coerce.number().int().min(least).max(most);
const databaseUrl = z.string().regex(/^postgres(ql)?:\/\//, 'must be a postgresql:// address');

const noProxies = ['', 'false', 'no', '0'];
const network = /^([0-9a-f.:]+)(\/\d{1,3})?$/i;

/**
 * A number of proxies, or addresses and networks separated by blanks or commas. Any sender can write the header, so
 * 'true' would trust everybody.
 */
const trustedProxies = z.union([z.string(), z.number(), z.boolean()]).transform((value, context) => {
  const text = String(value).trim().toLowerCase();
  if (noProxies.includes(text)) return false;
  if (/^[1-9]$/.test(text)) return Number(text);
  const addresses = text.split(/[\s,]+/);
  if (addresses.every((address) => isIP(network.exec(address)?.[1] ?? '') > 0)) return addresses;
  const message =
    'must be the number of proxies in front of the server, such as 1, or their addresses, such as 10.0.0.7 10.1.0.0/16. "true" would trust X-Forwarded-For from any sender.';
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
});

const hostName = z.string().regex(/^[a-z0-9.-]{1,253}$/, 'must be a host name in lowercase letters, without a port');
/** One of several OpenID Connect providers. */
const provider = z.strictObject({
  /** Register its client with PUBLIC_URL/api/signin/openid/NAME/callback, under each of its hosts. */
  name: z
    .string()
    .regex(
      /^(?!callback$)[a-z0-9-]{1,40}$/,
      'must be a name of up to 40 characters from a-z, 0-9 and -, other than callback',
    ),
  /** Label of the button: Sign in with ... */
  title: z.string().min(1).max(60),
  issuer: z.url(),
  clientId: z.string().min(1),
  clientSecret: z.string().min(1),
  /** Host names where it is offered, for the firms of those hosts. Empty means everywhere and for all firms. */
  hosts: z.array(hostName).default([]),
  scope: z
    .string()
    .regex(/(^| )openid( |$)/, 'needs openid')
    .default('openid email profile'),
  /** Claim with a person's groups. */
  groupsClaim: z.string().min(1).max(100).optional(),
  /** Values of `acr` that mean a second factor. */
  mfaAcr: z.array(z.string().min(1)).default([]),
});
/** In the environment, the list is JSON text. */
const providerList = z.preprocess((value, { addIssue }) => {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    addIssue({ code: 'custom', message: 'is not JSON' });
    return z.NEVER;
  }
}, z.array(provider).max(50).default([]));

/** All settings of the server. The name of the environment variable is also the key in the configuration file. */
const schema = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  /** Port of the web app and the API. */
  PORT: whole(0, 65_535).default(4600),
  /** Address to listen on. 0.0.0.0 serves the whole network. */
  HOST: z.string().default('127.0.0.1'),
  /** Folder of the embedded database, documents and audit heads. */
  DATA_DIR: z.string().min(1).optional(),
  /** PostgreSQL server to use instead of the embedded one. */
  DATABASE_URL: databaseUrl.optional(),
  /** Login of the owner, for migrations, if DATABASE_URL is an unprivileged login. */
  DATABASE_ADMIN_URL: databaseUrl.optional(),
  DATABASE_POOL: whole(2, 200).default(16),
  /**
   * Location of stored files: a folder (file:///...) or a bucket (s3://BUCKET/PREFIX?region=...). Defaults to the data
   * folder.
   */
  FILES_URL: z
    .string()
    .superRefine((url, { addIssue }) => {
      const location = readFilesUrl(url);
      if (location.isErr()) addIssue({ code: 'custom', message: location.error });
    })
    .optional(),
  /** Credentials of that bucket. Default to those of the machine. */
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  /** Address that people use, if the server is behind a proxy. With https, cookies are secure. */
  PUBLIC_URL: z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' }).optional(),
  /**
   * Further host names that the server accepts, separated by blanks, besides loopback, its own address and that of
   * PUBLIC_URL.
   */
  HOSTS: z.string().default(''),
  /** Further origins from which browsers may write, separated by blanks. */
  ALLOWED_ORIGINS: z.string().default(''),
  /** Trusted sources of X-Forwarded-For: the number of proxies in front of the server, or their addresses. */
  TRUST_PROXY: trustedProxies.default(false),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  /** Maximum number of requests per address and minute. */
  RATE_LIMIT_PER_MINUTE: whole(10, 10_000_000).default(12_000),
  /** Timeout for a request to arrive, header and body. */
  REQUEST_TIMEOUT_MS: whole(100, 3_600_000).default(120_000),
  /**
   * Time that a stopping server reports so at /health/ready before it closes its port. Limited to half of the shutdown
   * time.
   */
  STOP_DELAY_MS: whole(0, 4_000).default(0),
  UPLOAD_LIMIT_BYTES: whole(1_000_000, 1_000_000_000).default(usualUploadBytes),
  /** Limit on the total size of a firm's documents and uploaded workbooks. */
  STORAGE_LIMIT_BYTES: whole(1_000_000, 1_000_000_000_000_000).default(20_000_000_000),
  /** With this token, /metrics is available beyond the local machine: Authorization: Bearer TOKEN. */
  METRICS_TOKEN: z.string().min(16).optional(),
  /** Creates spans of requests, transactions and background jobs for an OpenTelemetry SDK loaded before the server. */
  TRACING: flag.default(false),
  /** OpenID Connect provider for sign-in. Register its client with PUBLIC_URL/api/signin/openid/callback. */
  OPENID_ISSUER: z.url().optional(),
  OPENID_CLIENT_ID: z.string().min(1).optional(),
  OPENID_CLIENT_SECRET: z.string().min(1).optional(),
  /** Label of the button: Sign in with ... */
  OPENID_NAME: z.string().min(1).max(60).default('single sign-on'),
  /** Values of `acr`, separated by blanks, that mean a second factor. */
  OPENID_MFA_ACR: z.string().default(''),
  /** Several providers, or one with hosts or groups, as a JSON list. */
  OPENID_PROVIDERS: providerList,
  /** True if people may also sign in with a password of this installation. */
  LOCAL_ACCOUNTS: flag.default(true),
  /** Mail server: smtp://LOGIN:PASSWORD@HOST:587, or smtps:// for implicit TLS. */
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/[^/\s]+/, 'must be an smtp:// or smtps:// address')
    .optional(),
  /** Sender of mails: an address, or Carrara <carrara@firm.example>. */
  MAIL_FROM: z
    .string()
    .refine((text) => parseSender(text) !== undefined, 'must be one e-mail address, or Name <address>')
    .optional(),
  /** True to create demo tenants in an empty database, except in production. */
  DEMO: flag.default(true),
});

const s3Names = ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
/** Checks dependencies between settings. */
const complete = schema.superRefine((settings, { addIssue }) => {
  const needed = ['OPENID_CLIENT_ID', 'OPENID_CLIENT_SECRET', 'PUBLIC_URL'] as const;
  for (const name of settings.OPENID_ISSUER === undefined ? [] : needed) {
    if (settings[name] === undefined)
      addIssue({ code: 'custom', path: [name], message: 'is required with OPENID_ISSUER' });
  }
  if (settings.SMTP_URL !== undefined && settings.MAIL_FROM === undefined)
    addIssue({ code: 'custom', path: ['MAIL_FROM'], message: 'is required with SMTP_URL' });
  const [key] = s3Names.filter((name) => settings[name] !== undefined);
  for (const name of key === undefined ? [] : s3Names) {
    if (settings[name] === undefined) addIssue({ code: 'custom', path: [name], message: `is required with ${key}` });
  }
  const names = settings.OPENID_PROVIDERS.map(({ name }) => name);
  if (new Set(names).size < names.length)
    addIssue({ code: 'custom', path: ['OPENID_PROVIDERS'], message: 'has two providers with the same name' });
  if (names.length > 0 && settings.PUBLIC_URL === undefined)
    addIssue({ code: 'custom', path: ['PUBLIC_URL'], message: 'is required with OPENID_PROVIDERS' });
  if (settings.OPENID_ISSUER === undefined && names.length === 0 && !settings.LOCAL_ACCOUNTS) {
    const message = 'can be false only with OPENID_ISSUER or OPENID_PROVIDERS';
    addIssue({ code: 'custom', path: ['LOCAL_ACCOUNTS'], message });
  }
});

export type Configuration = z.output<typeof schema>;

/** Returns the location and credentials of stored files. */
export function filesOptions({ FILES_URL, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY }: Configuration): FilesOptions {
  const hasKeys = S3_ACCESS_KEY_ID !== undefined && S3_SECRET_ACCESS_KEY !== undefined;
  const keys = hasKeys ? { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY } : undefined;
  return { url: FILES_URL, keys };
}

/** True if people reach the product over https. */
export const isHttps = ({ PUBLIC_URL }: Pick<Configuration, 'PUBLIC_URL'>): boolean =>
  PUBLIC_URL?.startsWith('https:') ?? false;

/** Returns warnings for the person who starts the server. */
export function configurationWarnings({
  HOST,
  PUBLIC_URL,
  HOSTS,
  NODE_ENV,
  SMTP_URL,
  OPENID_PROVIDERS,
  FILES_URL,
}: Configuration): readonly string[] {
  const isOpen = !/^(localhost|127(\.\d+){3}|::1)$/.test(HOST);
  const warnings: string[] = [];
  if (isOpen && PUBLIC_URL === undefined) {
    warnings.push(
      `HOST=${HOST} accepts unencrypted connections from other machines, so passwords can be intercepted. Put a proxy with https in front and set PUBLIC_URL to its address.`,
    );
  }
  if (isOpen && PUBLIC_URL === undefined && HOSTS === '') {
    warnings.push('The server responds only to this machine’s address and to loopback. Add other host names to HOSTS.');
  }
  if (SMTP_URL !== undefined && PUBLIC_URL === undefined)
    warnings.push('Links in mail point to this machine. Set PUBLIC_URL to the address that people use.');
  if (FILES_URL !== undefined && readFilesUrl(FILES_URL).map(isUnencrypted).unwrapOr(false))
    warnings.push('FILES_URL names a store without encryption, so files can be intercepted. Use https.');
  const answered = [...HOSTS.split(/\s+/), ...(PUBLIC_URL === undefined ? [] : [new URL(PUBLIC_URL).hostname])];
  for (const host of new Set(OPENID_PROVIDERS.flatMap(({ hosts }) => hosts))) {
    if (!answered.includes(host))
      warnings.push(`OPENID_PROVIDERS names ${host}, but the server doesn’t respond to it. Add it to HOSTS.`);
  }
  if (isOpen && NODE_ENV !== 'production') {
    warnings.push('NODE_ENV isn’t production, so the demo’s accounts can sign in with their public password.');
  }
  return warnings;
}

/** Names of all settings. */
export const settingNames: readonly string[] = Object.keys(schema.shape);

const options = ['--data', '--port', '--config'];
/** Output of `--help`. */
export const usage = `Usage: node apps/server/dist/main.js [--data FOLDER] [--port PORT] [--config FILE]

  --data FOLDER   folder for the embedded database, documents and audit heads (DATA_DIR)
  --port PORT     the port of the web app and the API (PORT)
  --config FILE   a JSON file with settings (CARRARA_CONFIG)
  --help          show this text

All other settings are environment variables or entries in the file. docs/operate/settings.md lists them.
`;
export const requestsHelp = (args: readonly string[]): boolean => args.includes('--help') || args.includes('-h');

/** Returns unknown options and options without a value. */
function refusalsOfArgs(args: readonly string[]): readonly string[] {
  const refusals: string[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? '';
    const [name = '', value] = arg.split(/=(.*)/s);
    const next = args[at + 1];
    if (!options.includes(name)) refusals.push(`${arg} is not an option. Use --help to list the options.`);
    else if (value === undefined && (next === undefined || next.startsWith('--')))
      refusals.push(`${name} needs a value.`);
    else if (value === undefined) at += 1;
  }
  return refusals;
}

interface Sources {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly args: readonly string[];
}

/**
 * Reads the configuration: the defaults, then the file named by CARRARA_CONFIG or --config (JSON with the same names),
 * then the environment, then --data and --port.
 *
 * Fails: with a text for each invalid setting or argument, naming it.
 */
export function readConfiguration({ environment, args }: Sources): Result<Configuration, readonly string[]> {
  const refusals = refusalsOfArgs(args);
  if (refusals.length > 0) return err(refusals);
  const file = optionOf(args, '--config') ?? environment['CARRARA_CONFIG'];
  const fromFile = file === undefined ? ok({}) : readFile(resolve(file));
  if (fromFile.isErr()) return err(fromFile.error);
  const namesInSchema = new Set(Object.keys(schema.shape));
  const strange = Object.keys(fromFile.value).filter((name) => !namesInSchema.has(name));
  if (strange.length > 0) return err(strange.map((name) => `${name} in ${file} is not a setting.`));
  const present = Object.fromEntries(
    Object.entries(environment).filter(([name, value]) => namesInSchema.has(name) && value !== ''),
  );
  const data = optionOf(args, '--data');
  const port = optionOf(args, '--port');
  const parsed = complete.safeParse({
    ...fromFile.value,
    ...present,
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
    return err([`The configuration file ${path} must contain one JSON object.`]);
  } catch (error) {
    return err([
      `The configuration file ${path} isn’t valid JSON: ${error instanceof Error ? error.message : String(error)}`,
    ]);
  }
}
