import { type Application, applications, type Grants, type Permission } from './permissions.ts';
import { everyRecordType } from './recordType.ts';

/** An entry of a module's menu. */
export interface MenuEntry {
  readonly name: string;
  readonly title: string;
  /** Appended to the module's route prefix. */
  readonly path: string;
  readonly permission: Permission;
  readonly showInSidebar: boolean;
  readonly showInAppSettings: boolean;
  /** The name of a tenant setting that must be "True" for the entry to be displayed. */
  readonly setting?: string;
}

/** A module, as data: its location, menu, importable files and settings views. This file imports no validator. */
export interface ModuleDefinition {
  readonly title: string;
  readonly routePrefix: string;
  /** True if profiles have the activity tab by default. */
  readonly isActivityTabEnabled: boolean;
  /** In the order in which a new firm imports them. */
  readonly importTypes: readonly string[];
  readonly menu: readonly MenuEntry[];
  readonly settingsViews: readonly SettingsView[];
  /** The start page of the module. */
  readonly index: string;
}

interface SettingsView {
  readonly name: string;
  readonly title: string;
  readonly permission: Permission;
}

const entry = (name: string, title: string, permission: Permission, more: Partial<MenuEntry> = {}): MenuEntry => ({
  name,
  title,
  path: name,
  permission,
  showInSidebar: true,
  showInAppSettings: false,
  ...more,
});

const user = { name: 'user', title: 'Users', permission: 'user.view' } as const;
const group = { name: 'group', title: 'Groups', permission: 'group.view' } as const;
const apiToken = { name: 'apiToken', title: 'API tokens', permission: 'apiToken.view' } as const;
const reference = { name: 'reference', title: 'Reference data', permission: 'reference.view' } as const;
const activity = { name: 'activity', title: 'User Activity', permission: 'userActivity.view' } as const;
const menu = { name: 'menu', title: 'Menu', permission: 'tenant.edit' } as const;
const mail = { name: 'mail', title: 'Mail', permission: 'tenant.edit' } as const;
const fx = { name: 'fx', title: 'Exchange rates', permission: 'fx.view' } as const;
/** Returns the record types in a group of a module's menu. */
const records = (module: Application, type: string) =>
  everyRecordType.flatMap(([, { menu, plural: title, permission }]) =>
    menu?.module === module && menu.group === type
      ? [{ name: menu.id, title, permission: `${permission}.view` as Permission }]
      : [],
  );
const recordEntries = (module: Application, type: string) =>
  records(module, type).map(({ name, title, permission }) => entry(name, title, permission));

const settingsEntry = entry('settings', 'Settings', 'reference.view', {
  showInSidebar: false,
  showInAppSettings: true,
});
const dataManagement = entry('datamanagement', 'Data management', 'upload.view');

const performance: ModuleDefinition = {
  title: 'Performance',
  routePrefix: 'performance',
  isActivityTabEnabled: true,
  importTypes: [
    'exchange-rates',
    'commitments',
    'ledger',
    'valuations',
    'portfolio-metrics',
    'reported',
    'capital-account',
    'index',
    'benchmark',
  ],
  index: '#/performance/dashboard',
  menu: [
    entry('dashboard', 'Dashboard', 'fundLedger.view'),
    entry('fund', 'Funds', 'fundLedger.view'),
    entry('investment', 'Investments', 'valuation.view'),
    ...recordEntries('performance', 'Portfolio'),
    entry('report', 'Reports', 'fundLedger.view'),
    dataManagement,
    settingsEntry,
  ],
  settingsViews: [user, group, apiToken, reference, fx, activity, menu, mail],
};

export const modules: Readonly<Record<Application, ModuleDefinition>> = {
  carry: {
    title: 'Carry',
    routePrefix: 'carry',
    isActivityTabEnabled: true,
    importTypes: ['carry-plan', 'exchange-rates', 'opening-balances'],
    index: '#/carry/participant',
    menu: [
      entry('participant', 'Participants', 'participant.view'),
      ...recordEntries('carry', 'Carry'),
      entry('delivery', 'Deliveries', 'delivery.view'),
      entry('report', 'Reports', 'distribution.view'),
      entry('clawback', 'Clawback', 'ledgerRun.view', { path: 'report/clawback-by-fund', setting: 'clawbackReport' }),
      dataManagement,
      settingsEntry,
    ],
    settingsViews: [
      user,
      group,
      apiToken,
      reference,
      fx,
      activity,
      menu,
      mail,
      ...records('carry', 'Setup'),
      { name: 'letters', title: 'Letters', permission: 'letterTemplate.view' },
      { name: 'portal', title: 'Portal users', permission: 'portalUser.view' },
    ],
  },
  comp: {
    title: 'Compensation',
    routePrefix: 'comp',
    isActivityTabEnabled: true,
    importTypes: ['employees', 'compensation', 'payroll-actuals'],
    index: '#/comp/employee',
    menu: [
      ...records('comp', 'Pay').map(({ name, title, permission }) =>
        entry(name, title, permission, name === 'compEmployee' ? { path: 'employee' } : {}),
      ),
      entry('report', 'Reports', 'compEmployee.view'),
      dataManagement,
      settingsEntry,
    ],
    settingsViews: [
      user,
      group,
      apiToken,
      reference,
      fx,
      activity,
      menu,
      mail,
      { name: 'payAccess', title: 'Pay access', permission: 'payAccess.view' },
      { name: 'payRead', title: 'Pay reads', permission: 'payAccess.view' },
    ],
  },
  performance,
  // The investor's view: the same menu parts, displayed for an investor. Files are imported in performance.
  'performance-lp': { ...performance, title: 'LP performance', importTypes: [] },
  reporting: {
    title: 'Reporting',
    routePrefix: 'reporting',
    isActivityTabEnabled: false,
    importTypes: [],
    index: '#/reporting',
    menu: [
      entry('reporting', 'Home', 'reporting.view', { path: '' }),
      entry('reportingInvestor', 'Investors', 'reporting.view', { path: 'investor' }),
      entry('reportingInvestment', 'Investments', 'reporting.view', { path: 'investment' }),
      entry('reportingFund', 'Funds', 'reporting.view', { path: 'fund' }),
    ],
    settingsViews: [],
  },
  'participant-portal': {
    title: 'Participant portal',
    routePrefix: 'participant-portal',
    isActivityTabEnabled: false,
    importTypes: [],
    index: '#/participant-portal',
    menu: [
      entry('portal', 'Home', 'portal.view', { path: '' }),
      entry('portalAllocation', 'Allocations', 'portal.view', { path: 'allocation' }),
      entry('portalVesting', 'Vesting', 'portal.view', { path: 'vesting' }),
      entry('portalLeaving', 'If you leave', 'portal.view', { path: 'leaving' }),
      entry('portalDistribution', 'Distributions', 'portal.view', { path: 'distribution' }),
      entry('portalForecast', 'Forecasts', 'portal.view', { path: 'forecast', setting: 'portalForecasts' }),
      entry('portalTax', 'Tax', 'portal.view', { path: 'tax' }),
      entry('portalDocument', 'Documents', 'portal.view', { path: 'document' }),
      entry('portalPay', 'Pay', 'portal.view', { path: 'pay', setting: 'portalPay' }),
    ],
    settingsViews: [],
  },
};

const ofCarry = ['carry'] as const;
const ofPerformance = ['performance', 'performance-lp'] as const;
const ofCompensation = ['comp'] as const;
/** The modules that own a setting. Only an administrator of one of them can change it. Any administrator can change settings that aren't listed. */
export const settingModules = {
  shareBasedAllocations: ofCarry,
  investorBalanceDistributions: ofCarry,
  allowSelfApproval: ofCarry,
  adjustmentThreshold: ofCarry,
  clawbackReport: ofCarry,
  portalForecasts: ofCarry,
  portalEstimates: ofCarry,
  portalPercentages: ofCarry,
  portalPay: ofCarry,
  // The firm's local date and the exchange rates, on which carry's figures depend.
  timeZone: ofCarry,
  baseCurrency: ofCarry,
  nettedMultiples: ofPerformance,
  transfersAtPrice: ofPerformance,
  letsItselfBeFound: ofPerformance,
  biEmbedUrl: ofPerformance,
  payrollTolerance: ofCompensation,
  portalPayReads: ofCompensation,
} as const satisfies Readonly<Record<string, readonly Application[]>>;

/** Returns the modules one of which a user must administer to change a setting, if the user doesn't; empty if the user may change it. */
export function otherModulesOf(setting: string, grants: Grants): readonly Application[] {
  const modulesBySetting: Readonly<Record<string, readonly Application[]>> = settingModules;
  const owners = modulesBySetting[setting] ?? [];
  return owners.some((module) => grants[module] === 'administrator') ? [] : owners;
}

/** Returns the firm's portal settings. Shares and released pay statements are displayed by default. */
export const portalShows = (settings: Readonly<Record<string, unknown>>) => ({
  forecasts: settings['portalForecasts'] === 'True',
  estimates: settings['portalEstimates'] === 'True',
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
export const switchesOf = (
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

/** Returns the modules into which a kind of file can be imported. */
export const modulesOfFile = (fileType: string): readonly Application[] =>
  applications.filter((name) => modules[name].importTypes.includes(fileType));

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
