import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import type { Account } from './account.ts';

/** Paths of a cluster. */
export interface ClusterLocation {
  /** Owned by PostgreSQL's account. Contains the others. */
  readonly home: string;
  readonly data: string;
  /** Folder of the socket. */
  readonly run: string;
  readonly log: string;
  readonly password: string;
}

const systemFolder = '/var/lib/carrara';
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12);

/**
 * Returns the default data folder of a checkout: `.carrara` inside it, or for root, a separate folder under
 * /var/lib/carrara, because PostgreSQL then runs as another user. Two checkouts never share a folder.
 */
export function defaultDataDir(checkout: string): string {
  const path = resolve(checkout);
  if (process.getuid?.() !== 0) return join(path, '.carrara');
  return join(systemFolder, `${basename(path).replace(/[^A-Za-z0-9_-]/g, '') || 'data'}-${hashOf(path)}`);
}

/**
 * Creates the folders of a cluster under `dataDir`.
 *
 * If PostgreSQL's account can't enter the data folder, the cluster is created elsewhere, and a note in the data folder,
 * `postgres.location`, says where.
 *
 * Fails: throws if a folder can't be created or, in a shared temporary folder, belongs to somebody else.
 */
export function prepareDataDirectory(dataDir: string, account: Account): ClusterLocation {
  const root = resolve(dataDir);
  // PostgreSQL's account, if different, must be able to reach its own folder. Nobody else can list or read the rest.
  const mode = account.ids.uid === undefined ? 0o700 : 0o711;
  mkdirSync(root, { recursive: true, mode });
  closeToOthers(root, mode);
  const home = clusterHome(root, account);
  const run = shortEnough(join(home, 'run')) ? join(home, 'run') : join(tmpdir(), `carrara-${hashOf(home)}`);
  if (!existsSync(run)) mkdirSync(run, { mode: 0o700 });
  if (run.startsWith(tmpdir())) refuseForeign(run, account);
  account.own(home);
  if (!run.startsWith(home)) account.own(run);
  return { home, data: join(home, 'data'), run, log: join(home, 'postgres.log'), password: passwordOf(root) };
}

/** Closes an existing folder too, unless everybody shares it, such as /tmp. */
function closeToOthers(folder: string, mode: number): void {
  const { uid, mode: before } = lstatSync(folder);
  const isShared = (before & 0o1000) !== 0;
  if (uid === process.getuid?.() && !isShared) chmodSync(folder, mode);
}

function clusterHome(root: string, account: Account): string {
  const note = join(root, 'postgres.location');
  if (existsSync(note)) return ensured(readFileSync(note, 'utf8').trim());
  const inside = join(root, 'postgres');
  if (existsSync(inside) || account.canEnter(root)) return ensured(inside);
  // Random name: a data folder that is deleted and created again must not find the old cluster.
  const outside = join(
    systemFolder,
    `${basename(root).replace(/[^A-Za-z0-9_-]/g, '') || 'data'}-${randomBytes(6).toString('hex')}`,
  );
  ensured(outside);
  writeFileSync(note, `${outside}\n`, { mode: 0o600 });
  return outside;
}

function ensured(folder: string): string {
  mkdirSync(join(folder, '..'), { recursive: true, mode: 0o755 });
  if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 });
  chmodSync(folder, 0o700);
  return folder;
}

/** A socket's path is limited to 107 bytes, and the file name takes 15 of them. */
const shortEnough = (folder: string) => Buffer.byteLength(folder) <= 90;

function refuseForeign(folder: string, account: Account): void {
  const { uid, mode } = lstatSync(folder);
  const own = process.getuid?.() ?? uid;
  if ((uid !== own && uid !== account.ids.uid) || (mode & 0o077) !== 0) {
    throw new Error(`The folder ${folder} belongs to another user. Choose a data folder with a shorter path.`);
  }
}

/**
 * Returns the administrator's password, which is created once. If two processes start at once, both read the one
 * written first.
 */
function passwordOf(root: string): string {
  const file = join(root, 'postgres.password');
  try {
    writeFileSync(file, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8').trim();
}
