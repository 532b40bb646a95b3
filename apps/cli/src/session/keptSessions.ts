import { chmod, mkdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandStop } from '../run/commandStop.ts';
import { saveFile } from '../run/saveFile.ts';
import type { World } from '../run/world.ts';
import { settingsFolder } from '../settings/settingsFolder.ts';

/** A session that `carrara login` has kept. */
export interface StoredSession {
  readonly token: string;
  readonly login: string;
  readonly tenantId: string;
  readonly tenant: string;
}

/** The sessions by the address of their server, so that a token is sent nowhere else. */
export interface StoredSessions {
  /** The server of the last sign-in. */
  readonly server?: string;
  readonly sessions: Readonly<Record<string, StoredSession>>;
}

type Place = Pick<World, 'platform' | 'environment' | 'home'>;
const placeOf = (world: Place): string => join(settingsFolder(world), 'sessions.json');

/** Fails: a stop, where others could read the file, or it is not what this program wrote. */
export async function storedSessions(world: Place): Promise<StoredSessions> {
  const place = placeOf(world);
  const found = await stat(place).catch(() => undefined);
  if (!found) return { sessions: {} };
  if (world.platform !== 'win32' && (found.mode & 0o077) !== 0) {
    throw new CommandStop(
      'notSignedIn',
      `${place} can be read by others. Restrict it with chmod 600 and sign in again.`,
    );
  }
  try {
    return JSON.parse(await readFile(place, 'utf8')) as StoredSessions;
  } catch {
    throw new CommandStop('notSignedIn', `${place} can’t be read. Delete it and sign in again with carrara login.`);
  }
}

/** Keeps the sessions in a file that its owner alone can read. */
async function storeSessions(world: Place, kept: StoredSessions): Promise<void> {
  const folder = settingsFolder(world);
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch(() => undefined);
  const place = placeOf(world);
  await saveFile(place, `${JSON.stringify(kept, undefined, 2)}\n`, { replace: true, mode: 0o600 });
  // A narrower mask than ours does no harm; a file that was wider before is made anew above.
  await chmod(place, 0o600);
}

export async function storeSession(world: Place, server: string, session: StoredSession): Promise<void> {
  const { sessions } = await storedSessions(world);
  await storeSessions(world, { server, sessions: { ...sessions, [server]: session } });
}

export async function dropSession(world: Place, server: string): Promise<void> {
  const kept = await storedSessions(world);
  const { [server]: _dropped, ...sessions } = kept.sessions;
  const { server: _last, ...rest } = kept;
  await storeSessions(world, { ...(kept.server === server ? rest : kept), sessions });
}
