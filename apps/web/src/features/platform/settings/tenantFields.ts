import { defineFields, type Fields } from '@carrara/contract/core/fields';
import { modules, otherModules } from '@carrara/contract/core/modules';
import type { Grants } from '@carrara/contract/core/permissions';
import type { Reference } from '@carrara/contract/core/kinds';
import { tolerance, type TenantSettings } from '@carrara/contract/platform/tenant/tenant';
import { policyBounds, type SecondFactorRule, secondFactorRules } from '@carrara/domain/platform/signIn';

const signIn = 'Sign-in';
const ruleTexts: Readonly<Record<SecondFactorRule, string>> = {
  off: 'Off',
  optional: 'For sensitive data, such as pay',
  administrators: 'For administrators, and for sensitive data',
  required: 'For everyone',
};
const ruleOptions = secondFactorRules.map((code) => ({ code, description: ruleTexts[code] }));
const measures = ['stepUpMinutes', 'passwordLength', 'idleHours', 'sessionDays'] as const;
const from = (measure: (typeof measures)[number], unit: string) =>
  `${unit}, ${String(policyBounds[measure].least)} to ${String(policyBounds[measure].most)}.`;

const runs = 'Allocations and distributions';
const portal = 'Participant portal';

/** The settings of a firm that have a standard form field. */
const tenantSettingFields = defineFields({
  name: {
    kind: 'text',
    title: 'Name',
    readOnly: true,
    group: 'Firm',
    help: 'Only the operator of the server can change it, with carrara tenant rename.',
  },
  legalName: {
    kind: 'text',
    title: 'Legal name',
    group: 'Firm',
    help: 'Printed on letters and statements instead of the name.',
  },
  registrationNumber: {
    kind: 'text',
    title: 'Registration or tax number',
    max: 100,
    group: 'Firm',
    help: 'Printed below the legal address.',
  },
  legalAddress: {
    kind: 'longText',
    title: 'Legal address',
    max: 500,
    group: 'Firm',
    help: 'Printed below the legal name. Put each part of the address on its own line. Letters print the address of their template if it has one.',
  },
  baseCurrency: {
    kind: 'reference',
    target: 'reference:currency',
    title: 'Base currency',
    required: true,
    group: 'Firm',
    help: 'Used to convert when there is no direct rate between two currencies.',
  },
  shareBasedAllocations: {
    kind: 'boolean',
    title: 'Allocate by shares',
    group: runs,
    help: 'New allocation profiles use shares instead of percentages.',
  },
  investorBalanceDistributions: {
    kind: 'boolean',
    title: 'Distribute by investor balances',
    group: runs,
    help: 'New distributions pay out what each participant has accrued.',
  },
  allowSelfApproval: {
    kind: 'boolean',
    title: 'Let people approve their own distributions',
    group: runs,
    help: 'If off, people can’t approve a distribution that they created, edited or submitted.',
  },
  adjustmentThreshold: {
    kind: 'money',
    title: 'Acknowledge adjustments above',
    required: true,
    group: runs,
    help: 'A loan repayment or other adjustment that raises a payment by more than this must be acknowledged.',
  },
  clawbackReport: { kind: 'boolean', title: 'Offer the clawback report', group: runs },
  portalForecasts: { kind: 'boolean', title: 'Show participants their forecasts', group: portal },
  portalEstimates: {
    kind: 'boolean',
    title: 'Show participants their accrued, unpaid carry',
    group: portal,
    help: 'An estimate until it is distributed.',
  },
  portalCarryAtNav: {
    kind: 'boolean',
    title: 'Show participants their carry at NAV',
    group: portal,
    help: 'Their part of accrued carry if everything were sold at the last quarter end.',
  },
  portalPercentages: {
    kind: 'boolean',
    title: 'Show participants their percentages',
    group: portal,
    help: 'If off, participants see amounts and vesting, but not their percentage of a source.',
  },
  portalPay: { kind: 'boolean', title: 'Show participants their compensation statements', group: portal },
  portalPayReads: {
    kind: 'boolean',
    title: 'Show participants who viewed their pay',
    group: portal,
    help: 'Names, times and what was opened.',
  },
  nettedMultiples: {
    kind: 'boolean',
    title: 'Net recallable distributions',
    group: 'Multiples of funds',
    help: 'If on, they reduce paid-in capital instead of counting as distributions. Open quarters are recomputed. Locked quarters don’t change.',
  },
  transfersAtPrice: {
    kind: 'boolean',
    title: 'Partner transfers count at their price',
    group: 'Multiples of funds',
    help: 'If off, the buyer takes over the calls and distributions of the transferred part. If on, the transfer price counts as cash. Open quarters are recomputed. Locked quarters don’t change.',
  },
  payrollTolerance: {
    kind: 'money',
    title: 'Payroll tolerance',
    required: true,
    group: 'Pay',
    help: 'In the payroll tie-out, larger differences from the salary have to be explained.',
  },
  secondFactor: {
    kind: 'status',
    title: 'Second factor',
    required: true,
    options: ruleOptions,
    group: signIn,
    help: 'A code from an authenticator app, or a passkey, in addition to the password. People without one set it up when they first need it.',
  },
  stepUpMinutes: {
    kind: 'count',
    title: 'Ask again after',
    required: true,
    group: signIn,
    help: `Before pay and other sensitive data. ${from('stepUpMinutes', 'Minutes')}`,
  },
  passwordLength: {
    kind: 'count',
    title: 'Minimum password length',
    required: true,
    group: signIn,
    help: `Applies to the next password that each person sets. ${from('passwordLength', 'Characters')}`,
  },
  idleHours: {
    kind: 'count',
    title: 'End idle sessions after',
    required: true,
    group: signIn,
    help: from('idleHours', 'Hours'),
  },
  sessionDays: {
    kind: 'count',
    title: 'End all sessions after',
    required: true,
    group: signIn,
    help: from('sessionDays', 'Days'),
  },
  isListedForOtherTenants: {
    kind: 'boolean',
    title: 'Let other firms find this one',
    group: 'Tenant links',
    help: 'If off, other firms can only find this one by its full name.',
  },
  biEmbedUrl: {
    kind: 'text',
    title: 'BI report',
    max: 500,
    group: 'Reports',
    help: 'The address of the report on the Reporting page: https://…',
  },
  logoHeight: { kind: 'count', title: 'Logo height', required: true, group: 'Logo size', help: 'Pixels, 10 to 400.' },
  logoWidth: { kind: 'count', title: 'Logo width', required: true, group: 'Logo size', help: 'Pixels, 10 to 400.' },
});

/** Returns the form for a person with these roles. Settings of modules that others administer are read-only, with the reason. */
export function tenantFieldsFor(grants: Grants): Fields {
  return Object.fromEntries(
    Object.entries(tenantSettingFields as Fields).map(([name, field]) => {
      const help = settingOwnersText(name, grants);
      return [name, help === undefined ? field : { ...field, readOnly: true, help }];
    }),
  );
}

/** Returns a text that names the administrators who can change a setting, if this person can't. */
export function settingOwnersText(name: string, grants: Grants): string | undefined {
  const owners = otherModules(name, grants).map((module) => modules[module].title);
  return owners.length === 0 ? undefined : `Only administrators of ${owners.join(' or ')} can change this.`;
}

/** The settings for display, including those that have a special input in the editor. */
export const readableTenant: Fields = {
  ...tenantSettingFields,
  timeZone: { kind: 'text', title: 'Time zone', group: 'Firm' },
};

export const colorNames = {
  navigationBarColor: 'Navigation bar',
  navigationBarMenuColor: 'Menu of the navigation bar',
  breadcrumbsColor: 'Breadcrumbs',
} as const;
type ColorName = keyof typeof colorNames;
const colors = Object.keys(colorNames) as ColorName[];

const texts = ['legalName', 'legalAddress', 'registrationNumber'] as const;
const switches = [
  'shareBasedAllocations',
  'investorBalanceDistributions',
  'allowSelfApproval',
  'clawbackReport',
  'portalForecasts',
  'portalEstimates',
  'portalCarryAtNav',
  'portalPercentages',
  'portalPay',
  'portalPayReads',
  'nettedMultiples',
  'transfersAtPrice',
  'isListedForOtherTenants',
] as const;

type Values = Readonly<Record<string, unknown>>;

/** Returns the settings as form values. The texts "True" and "False" become checkboxes. */
export const tenantValues = (settings: TenantSettings): Values => ({
  name: settings.name,
  baseCurrency: { id: settings.baseCurrency, code: settings.baseCurrency } satisfies Reference,
  timeZone: settings.timeZone,
  biEmbedUrl: settings.biEmbedUrl ?? '',
  payrollTolerance: settings.payrollTolerance,
  adjustmentThreshold: settings.adjustmentThreshold,
  logoHeight: settings.logoHeight,
  logoWidth: settings.logoWidth,
  ...Object.fromEntries(texts.map((name) => [name, settings[name]])),
  secondFactor: ruleOptions.find(({ code }) => code === settings.secondFactor) ?? null,
  ...Object.fromEntries(measures.map((name) => [name, settings[name]])),
  ...Object.fromEntries(switches.map((name) => [name, settings[name] === 'True'])),
  ...Object.fromEntries(colors.map((name) => [name, settings[name] ?? ''])),
});

const color = /^#[0-9a-f]{6}$/i;
const https = /^https:\/\/[^\s/]+/i;
const within = ({ least, most }: { readonly least: number; readonly most: number }, value: unknown) =>
  Number(value) >= least && Number(value) <= most ? undefined : `must be between ${String(least)} and ${String(most)}`;
const inPixels = (value: unknown) => within({ least: 10, most: 400 }, value);

const titles: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(tenantSettingFields).map(([name, { title }]) => [name, title])),
  ...colorNames,
};

/** Returns the errors of the settings, each with the title of its field. */
export const checkTenant = (values: Values): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(
    Object.entries(wrongIn(values)).map(([name, wrong]) => [name, wrong && `${titles[name] ?? ''} ${wrong}`]),
  );

const wrongAmount = (value: unknown) =>
  tolerance.test(String(value ?? '')) ? undefined : 'must be an amount such as 1.00';

const wrongIn = (values: Values): Readonly<Record<string, string | undefined>> => ({
  biEmbedUrl:
    !values['biEmbedUrl'] || https.test(String(values['biEmbedUrl']))
      ? undefined
      : 'must be an address that begins with https://',
  payrollTolerance: wrongAmount(values['payrollTolerance']),
  adjustmentThreshold: wrongAmount(values['adjustmentThreshold']),
  logoHeight: inPixels(values['logoHeight']),
  logoWidth: inPixels(values['logoWidth']),
  ...Object.fromEntries(measures.map((name) => [name, within(policyBounds[name], values[name])])),
  ...Object.fromEntries(
    colors.map((name) => {
      const text = String(values[name] ?? '');
      return [name, text === '' || color.test(text) ? undefined : 'must be a color such as #12aaff'];
    }),
  ),
});

/** Converts the form values to settings as they are saved. */
export const tenantToSave = (values: Values) => ({
  baseCurrency: (values['baseCurrency'] as Reference | null)?.code ?? 'USD',
  timeZone: String(values['timeZone'] ?? 'UTC'),
  biEmbedUrl: String(values['biEmbedUrl'] ?? '').trim() || null,
  payrollTolerance: String(values['payrollTolerance'] ?? ''),
  adjustmentThreshold: String(values['adjustmentThreshold'] ?? ''),
  logoHeight: Number(values['logoHeight']),
  logoWidth: Number(values['logoWidth']),
  secondFactor: (values['secondFactor'] as { readonly code: SecondFactorRule } | null)?.code ?? 'off',
  ...(Object.fromEntries(texts.map((name) => [name, String(values[name] ?? '').trim()])) as Record<
    (typeof texts)[number],
    string
  >),
  ...(Object.fromEntries(measures.map((name) => [name, Number(values[name])])) as Record<
    (typeof measures)[number],
    number
  >),
  ...(Object.fromEntries(switches.map((name) => [name, values[name] === true ? 'True' : 'False'])) as Record<
    (typeof switches)[number],
    'True' | 'False'
  >),
  ...(Object.fromEntries(colors.map((name) => [name, String(values[name] ?? '') || null])) as Record<
    ColorName,
    string | null
  >),
});
