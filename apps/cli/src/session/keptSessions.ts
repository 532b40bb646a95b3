import { chmod, mkdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandStop } from '../run/commandStop.ts';
import { saveFile } from '../run/saveFile.ts';
import type { World } from '../run/world.ts';
import { settingsFolder } from '../settings/settingsFolder.ts';

/** A session that `carrara login` has kept. */
export interface KeptSession {
  readonly token: string;
  readonly login: string;
  readonly tenantId: string;
  readonly tenant: string;
}

/** The sessions by the address of their server, so that a token is sent nowhere else. */
export interface KeptSessions {
  /** The server of the last sign-in. */
  readonly server?: string;
  readonly sessions: Readonly<Record<string, KeptSession>>;
}

type Place = Pick<World, 'platform' | 'environment' | 'home'>;
const placeOf = (world: Place): string => join(settingsFolder(world), 'sessions.json');

/** Fails: a stop, where others could read the file, or it is not what this program wrote. */
export async function keptSessions(world: Place): Promise<KeptSessions> {
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
    return JSON.parse(await readFile(place, 'utf8')) as KeptSessions;
  } catch {
    throw new CommandStop('notSignedIn', `${place} can’t be read. Delete it and sign in again with carrara login.`);
  }
}

/** Keeps the sessions in a file that its owner alone can read. */
async function keepSessions(world: Place, kept: KeptSessions): Promise<void> {
  const folder = settingsFolder(world);
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch(() => undefined);
  const place = placeOf(world);
  await saveFile(place, `${JSON.stringify(kept, undefined, 2)}\n`, { replace: true, mode: 0o600 });
  // A narrower mask than ours does no harm; a file that was wider before is made anew above.
  await chmod(place, 0o600);
}

export async function keepSession(world: Place, server: string, session: KeptSession): Promise<void> {
  const { sessions } = await keptSessions(world);
  await keepSessions(world, { server, sessions: { ...sessions, [server]: session } });
}

export async function dropSession(world: Place, server: string): Promise<void> {
  const kept = await keptSessions(world);
  const { [server]: _dropped, ...sessions } = kept.sessions;
  const { server: _last, ...rest } = kept;
  await keepSessions(world, { ...(kept.server === server ? rest : kept), sessions });
}
