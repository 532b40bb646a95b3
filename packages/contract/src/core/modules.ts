import {
  entry,
  type MenuEntry as EntryOf,
  type MenuRecords,
  type ModuleDefinition,
  type OwnModule,
} from '../manifests/menu.ts';
import { allFileTypes, fileTypes } from './fileTypes.ts';
import { type Application, applications, type Grants, type Permission } from './permissions.ts';
import { everyRecordType } from './recordType.ts';
import { ownModules, settingModules } from './registry.ts';

export type MenuEntry = EntryOf<Permission>;

/** Returns the record types in a group of a module's menu. */
const recordsOf = ({ records }: MenuRecords) =>
  everyRecordType.flatMap(([, { menu, plural: title, permission }]) =>
    menu?.group === records ? [{ name: menu.id, title, permission: `${permission}.view` as Permission }] : [],
  );

const areaModules: Readonly<Record<Application, OwnModule<Permission>>> = ownModules;
/** The modules of all areas, each menu with its records. */
export const modules = Object.fromEntries(
  applications.map((name): [Application, ModuleDefinition<Permission>] => {
    const { menu, settingsViews, ...rest } = areaModules[name];
    const entries = menu.flatMap((item) =>
      'records' in item
        ? recordsOf(item).map((own) =>
            entry(own.name, own.title, own.permission, { path: item.paths?.[own.name] ?? own.name }),
          )
        : [item],
    );
    const views = settingsViews.flatMap((item) => ('records' in item ? recordsOf(item) : [item]));
    const importTypes = allFileTypes.filter((type) => fileTypes[type].modules.some((module) => module === name));
    return [name, { ...rest, importTypes, menu: entries, settingsViews: views }];
  }),
) as Readonly<Record<Application, ModuleDefinition<Permission>>>;

/** Returns the modules that permit a change of a setting, if the user administers none of them; empty if the user may change it. */
export function otherModules(setting: string, grants: Grants): readonly Application[] {
  const modulesBySetting: Readonly<Record<string, readonly Application[]>> = settingModules;
  const owners = modulesBySetting[setting] ?? [];
  return owners.some((module) => grants[module] === 'administrator') ? [] : owners;
}

/** Returns the firm's portal settings. Shares and released pay statements are displayed by default. */
export const portalShows = (settings: Readonly<Record<string, unknown>>) => ({
  forecasts: settings['portalForecasts'] === 'True',
  estimates: settings['portalEstimates'] === 'True',
  carryAtNav: settings['portalCarryAtNav'] === 'True',
  percentages: settings['portalPercentages'] !== 'False',
  pay: settings['portalPay'] !== 'False',
  payReads: settings['portalPayReads'] === 'True',
});

/** The firm's changes to a module's menu and tabs. Everything else has the module's defaults. */
export interface ModuleSwitches {
  readonly module: Application;
  /** The names of hidden menu entries. */
  readonly menuOff: readonly string[];
  readonly isActivityTabEnabled: boolean;
}
export const settingSwitches = (
  settings: Readonly<Record<string, unknown>>,
  module: Application,
): Omit<ModuleSwitches, 'module'> =>
  (settings['moduleSwitches'] as readonly ModuleSwitches[] | undefined)?.find(
    (moduleSwitches) => moduleSwitches.module === module,
  ) ?? {
    menuOff: [],
    isActivityTabEnabled: modules[module].isActivityTabEnabled,
  };
/**
 * Returns true if a menu entry can be hidden. The settings can't, because they couldn't be enabled again; entries with their own setting are
 * controlled by that.
 */
export const canSwitch = ({ showInAppSettings, setting }: MenuEntry): boolean =>
  !showInAppSettings && setting === undefined;

/**
 * Converts the address of a page that every module has to another module: settings by their view, and data management if the module imports files.
 * Other addresses stay unchanged.
 */
export function addressIn(module: Application, address: string): string {
  const [, own = '', part, view = ''] = address.split(/[/?]/);
  if (own === module || !(own in modules)) return address;
  const { settingsViews, importTypes } = modules[module];
  const isShared =
    (part === 'settings' &&
      settingsViews.some(
        ({ name }) =>
          view === name ||
          view.startsWith(`${name}Profile`) ||
          view.startsWith(`${name}Editor`) ||
          (view === 'ApplicationUsers' && name === 'user'),
      )) ||
    (part === 'datamanagement' &&
      importTypes.length > 0 &&
      (!view.startsWith('upload=') || importTypes.includes(view.slice('upload='.length))));
  return isShared ? `/${module}${address.slice(own.length + 1)}` : address;
}

/** Returns the module of an address, either of a call (`/api/carry/…`) or of a screen (`/carry/…`); undefined if none. */
export function moduleOfPath(path: string): Application | undefined {
  const [, first, second] = path.split('/');
  return applications.find((name) => name === (first === 'api' ? second : first));
}
