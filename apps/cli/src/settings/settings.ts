import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { World } from '../run/world.ts';
import { type SettingValues, type SettingName, settingNames } from './settingNames.ts';
import { settingsFolder } from './settingsFolder.ts';

export type { SettingValues } from './settingNames.ts';

/** The sources of a setting; the first one that has it wins. */
type Source = 'flag' | 'environment' | 'project' | 'user';

/** A setting with its source. */
interface Found {
  readonly value: string;
  readonly source: Source;
}

export type Settings = { readonly [N in SettingName]?: Found };

const projectFile = 'carrara.yaml';
const userFile = 'settings.yaml';

/** The settings of a call. Flags come first, then the environment, `carrara.yaml` in this folder or one above, and the person's own file. */
export async function resolveSettings(world: World, flags: SettingValues): Promise<Settings> {
  const { environment, folder } = world;
  const fromEnvironment = Object.fromEntries(
    settingNames.map((name) => [name, environment[`CARRARA_${name.toUpperCase()}`] || undefined]),
  );
  const sources: readonly (readonly [Source, SettingValues])[] = [
    ['flag', flags],
    ['environment', fromEnvironment],
    ['project', await fileSettings(above(folder, projectFile))],
    ['user', await fileSettings(existing(join(settingsFolder(world), userFile)))],
  ];
  return Object.fromEntries(
    settingNames.flatMap((name) => {
      const found = sources.find(([, values]) => values[name] !== undefined);
      return found ? [[name, { source: found[0], value: found[1][name] ?? '' }]] : [];
    }),
  );
}

const existing = (file: string): string | undefined => (existsSync(file) ? file : undefined);

function above(folder: string, name: string): string | undefined {
  const found = existing(join(folder, name));
  const parent = dirname(folder);
  return found ?? (parent === folder ? undefined : above(parent, name));
}

async function fileSettings(file: string | undefined): Promise<SettingValues> {
  if (file === undefined) return {};
  const { readSettings } = await import('./settingsFile.ts');
  return readSettings(file);
}
