import { posix, win32 } from 'node:path';
import type { World } from '../run/world.ts';

/** The system's folder for the data of a person's programs. */
export function settingsFolder({
  platform,
  environment,
  home,
}: Pick<World, 'platform' | 'environment' | 'home'>): string {
  if (platform === 'win32')
    return win32.join(environment['APPDATA'] || win32.join(home, 'AppData', 'Roaming'), 'Carrara');
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support', 'Carrara');
  const named = environment['XDG_CONFIG_HOME'];
  // The standard requires that a relative path is ignored.
  return posix.join(named?.startsWith('/') ? named : posix.join(home, '.config'), 'carrara');
}
