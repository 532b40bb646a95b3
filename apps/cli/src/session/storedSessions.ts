import { chmod, mkdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandStop } from '../run/commandStop.ts';
import { saveFile } from '../run/saveFile.ts';
import type { World } from '../run/world.ts';
import { settingsFolder } from '../settings/settingsFolder.ts';

/** A session that `carrara login` has stored. */
export interface StoredSession {
  readonly token: string;
  readonly login: string;
  readonly tenantId: string;
  readonly tenant: string;
}

/** The sessions by server address, so that a token is sent nowhere else. */
export interface StoredSessions {
  /** The server of the last sign-in. */
  readonly server?: string;
  readonly sessions: Readonly<Record<string, StoredSession>>;
}

type Environment = Pick<World, 'platform' | 'environment' | 'home'>;
const sessionsFile = (world: Environment): string => join(settingsFolder(world), 'sessions.json');

/**
 * Reads the stored sessions.
 *
 * Fails: a stop, if others can read the file, or this program didn't write it.
 */
export async function storedSessions(world: Environment): Promise<StoredSessions> {
  const file = sessionsFile(world);
  const found = await stat(file).catch(() => undefined);
  if (!found) return { sessions: {} };
  if (world.platform !== 'win32' && (found.mode & 0o077) !== 0) {
    throw new CommandStop(
      'notSignedIn',
      `${file} can be read by others. Restrict it with chmod 600 and sign in again.`,
    );
  }
  try {
    return JSON.parse(await readFile(file, 'utf8')) as StoredSessions;
  } catch {
    throw new CommandStop('notSignedIn', `${file} can’t be read. Delete it and sign in again with carrara login.`);
  }
}

/** Stores the sessions in a file that only its owner can read. */
async function storeSessions(world: Environment, sessions: StoredSessions): Promise<void> {
  const folder = settingsFolder(world);
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch(() => undefined);
  const file = sessionsFile(world);
  await saveFile(file, `${JSON.stringify(sessions, undefined, 2)}\n`, { replace: true, mode: 0o600 });
  // The umask may be stricter than 0600. A file with wider permissions was replaced above.
  await chmod(file, 0o600);
}

export async function storeSession(world: Environment, server: string, session: StoredSession): Promise<void> {
  const { sessions } = await storedSessions(world);
  await storeSessions(world, { server, sessions: { ...sessions, [server]: session } });
}

export async function dropSession(world: Environment, server: string): Promise<void> {
  const sessionFile = await storedSessions(world);
  const { [server]: _dropped, ...sessions } = sessionFile.sessions;
  const { server: _last, ...rest } = sessionFile;
  await storeSessions(world, { ...(sessionFile.server === server ? rest : sessionFile), sessions });
}
