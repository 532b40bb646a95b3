/** The groups of records in the menus and settings of modules. */
export type MenuGroup = 'Carry' | 'Setup' | 'Portfolio' | 'Analysis' | 'Pay';

/** An entry of a module's menu. */
export interface MenuEntry<P extends string = string> {
  readonly name: string;
  readonly title: string;
  /** Appended to the module's route prefix. */
  readonly path: string;
  readonly permission: P;
  readonly showInSidebar: boolean;
  readonly showInAppSettings: boolean;
  /** The name of a tenant setting that must be "True" for the entry to be displayed. */
  readonly setting?: string;
}
interface SettingsView<P extends string = string> {
  readonly name: string;
  readonly title: string;
  readonly permission: P;
}
/** Stands for the kinds of records of a group, each with its name as path unless `paths` has another. */
export interface MenuRecords {
  readonly records: MenuGroup;
  readonly paths?: Readonly<Record<string, string>>;
}

/** A module, as data: its location, menu, importable files and settings views. This file imports no validator. */
export interface ModuleDefinition<P extends string = string> {
  readonly title: string;
  readonly routePrefix: string;
  /** True if profiles have the activity tab by default. */
  readonly isActivityTabEnabled: boolean;
  /** In the order in which a new firm imports them. */
  readonly importTypes: readonly string[];
  readonly menu: readonly MenuEntry<P>[];
  readonly settingsViews: readonly SettingsView<P>[];
  /** The start page of the module. */
  readonly index: string;
}
/** A module in the manifest of its area. */
export interface OwnModule<P extends string = string>
  extends Omit<ModuleDefinition<P>, 'importTypes' | 'menu' | 'settingsViews'> {
  readonly menu: readonly (MenuEntry<P> | MenuRecords)[];
  readonly settingsViews: readonly (SettingsView<P> | MenuRecords)[];
}

export const entry = <const P extends string>(
  name: string,
  title: string,
  permission: P,
  more: Partial<MenuEntry<P>> = {},
): MenuEntry<P> => ({
  name,
  title,
  path: name,
  permission,
  showInSidebar: true,
  showInAppSettings: false,
  ...more,
});

/** The entries that every module with settings ends with. */
export const lastEntries = [
  entry('datamanagement', 'Data management', 'upload.view'),
  entry('settings', 'Settings', 'reference.view', { showInSidebar: false, showInAppSettings: true }),
];
/** The settings of the whole firm, which every module with settings begins with. */
export const firmViews = [
  { name: 'user', title: 'Users', permission: 'user.view' },
  { name: 'group', title: 'Groups', permission: 'group.view' },
  { name: 'apiToken', title: 'API tokens', permission: 'apiToken.view' },
  { name: 'reference', title: 'Reference data', permission: 'reference.view' },
  { name: 'fx', title: 'Exchange rates', permission: 'fx.view' },
  { name: 'activity', title: 'User activity', permission: 'userActivity.view' },
  { name: 'menu', title: 'Menu', permission: 'tenant.edit' },
  { name: 'mail', title: 'Mail', permission: 'tenant.edit' },
] as const;
