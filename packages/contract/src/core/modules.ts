import { type Application, applications, type Grants, type Permission } from './permissions.ts';
import { everyRecordType } from './recordType.ts';

/** An entry of a module's menu. */
export interface MenuEntry {
  readonly name: string;
  readonly title: string;
  /** Behind the module's route prefix. */
  readonly path: string;
  readonly permission: Permission;
  readonly showInSidebar: boolean;
  readonly showInAppSettings: boolean;
  /** The name inside of a tenant setting that has to be "True" for the entry to be offered. */
  readonly setting?: string;
}

/** A module, as data: where it lives, its menu, what can be uploaded into it and its settings views. This file imports no validator. */
export interface ModuleDefinition {
  readonly title: string;
  readonly routePrefix: string;
  /** Whether profiles have it until the firm says otherwise. */
  readonly isActivityTabEnabled: boolean;
  /** In the order in which a firm begins. */
  readonly importTypes: readonly string[];
  readonly menu: readonly MenuEntry[];
  readonly settingsViews: readonly SettingsView[];
  /** Where the module opens. */
  readonly index: string;
}

export interface SettingsView {
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
/** The records of a group of a module's menu. */
const records = (module: Application, of: string) =>
  everyRecordType.flatMap(([, { menu, plural: title, permission }]) =>
    menu?.module === module && menu.group === of
      ? [{ name: menu.id, title, permission: `${permission}.view` as Permission }]
      : [],
  );
const recordEntries = (module: Application, of: string) =>
  records(module, of).map(({ name, title, permission }) => entry(name, title, permission));

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
  // Of who has invested: the same parts, drawn for an investor. Files are kept under performance.
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
/** The modules that a setting of the firm belongs to: only an administrator of one of them changes it. What is not named here is any administrator's. */
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
  // On which day something counts, and at which rate: carry's figures follow from both.
  timeZone: ofCarry,
  baseCurrency: ofCarry,
  nettedMultiples: ofPerformance,
  transfersAtPrice: ofPerformance,
  letsItselfBeFound: ofPerformance,
  biEmbedUrl: ofPerformance,
  payrollTolerance: ofCompensation,
  portalPayReads: ofCompensation,
} as const satisfies Readonly<Record<string, readonly Application[]>>;

/** The modules one of which somebody has to administer to change a setting, and with such grants does not; none where the setting is theirs. */
export function otherModulesOf(setting: string, grants: Grants): readonly Application[] {
  const of: Readonly<Record<string, readonly Application[]>> = settingModules;
  const owners = of[setting] ?? [];
  return owners.some((module) => grants[module] === 'administrator') ? [] : owners;
}

/** What the firm shows participants in the portal, by its settings; shares and released statements of pay until it says otherwise. */
export const portalShows = (settings: Readonly<Record<string, unknown>>) => ({
  forecasts: settings['portalForecasts'] === 'True',
  estimates: settings['portalEstimates'] === 'True',
  percentages: settings['portalPercentages'] !== 'False',
  pay: settings['portalPay'] !== 'False',
  payReads: settings['portalPayReads'] === 'True',
});

/** What a firm has switched in a module, among its settings; everything is as the module has it until then. */
export interface ModuleSwitches {
  readonly module: Application;
  /** Entries of the menu by name. */
  readonly menuOff: readonly string[];
  readonly isActivityTabEnabled: boolean;
}
export const switchesOf = (
  settings: Readonly<Record<string, unknown>>,
  module: Application,
): Omit<ModuleSwitches, 'module'> =>
  (settings['moduleSwitches'] as readonly ModuleSwitches[] | undefined)?.find((one) => one.module === module) ?? {
    menuOff: [],
    isActivityTabEnabled: modules[module].isActivityTabEnabled,
  };
/** Whoever switches the settings off could not switch them on again; what has a setting of its own is switched by it. */
export const canSwitch = ({ showInAppSettings, setting }: MenuEntry): boolean =>
  !showInAppSettings && setting === undefined;

/** The modules that a kind of file is uploaded into. */
export const modulesOfFile = (fileType: string): readonly Application[] =>
  applications.filter((name) => modules[name].importTypes.includes(fileType));

/**
 * An address of what every module has, as another module has it: settings by their view, data management where the module takes files. Any other address
 * is its own module's.
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

/** The module that an address belongs to, of a call (`/api/carry/…`) or of a screen (`/carry/…`); undefined for one of none. */
export function moduleOfPath(path: string): Application | undefined {
  const [, first, second] = path.split('/');
  return applications.find((name) => name === (first === 'api' ? second : first));
}
