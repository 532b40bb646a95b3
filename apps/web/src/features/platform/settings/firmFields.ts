import { defineFields, type Fields } from '@carrara/contract/core/fields';
import { modules, otherModulesOf } from '@carrara/contract/core/modules';
import type { Grants } from '@carrara/contract/core/permissions';
import type { Reference } from '@carrara/contract/core/kinds';
import { tolerance, type TenantSettings } from '@carrara/contract/platform/tenant';
import { policyBounds, type SecondFactorRule, secondFactorRules } from '@carrara/domain/platform/signIn';

const signIn = 'Sign-in';
const ruleTexts: Readonly<Record<SecondFactorRule, string>> = {
  off: 'Not asked for',
  optional: 'For what is sensitive, such as pay',
  administrators: 'Of administrators, and for what is sensitive',
  required: 'Of everybody',
};
const ruleOptions = secondFactorRules.map((code) => ({ code, description: ruleTexts[code] }));
const measures = ['stepUpMinutes', 'passwordLength', 'idleHours', 'sessionDays'] as const;
const from = (measure: (typeof measures)[number], of: string) =>
  `${of}, ${String(policyBounds[measure].least)} to ${String(policyBounds[measure].most)}.`;

const runs = 'Allocations and distributions';
const portal = 'Participant portal';

/** The switches and sizes of a firm that the ordinary form asks for. */
export const firmFields = defineFields({
  baseCurrency: {
    kind: 'reference',
    of: 'reference:currency',
    title: 'Base currency',
    required: true,
    group: 'Firm',
    help: 'The first choice when two currencies have a rate only across a third.',
  },
  shareBasedAllocations: {
    kind: 'boolean',
    title: 'Allocate by shares',
    group: runs,
    help: 'New allocation profiles are made of shares instead of percentages.',
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
    help: 'A loan repayment or other adjustment that raises what is paid by more than this must be acknowledged.',
  },
  clawbackReport: { kind: 'boolean', title: 'Offer the clawback report', group: runs },
  portalForecasts: { kind: 'boolean', title: 'Show forecasts', group: portal },
  portalEstimates: {
    kind: 'boolean',
    title: 'Show what is accrued and not paid',
    group: portal,
    help: 'An estimate until it is distributed.',
  },
  portalPercentages: {
    kind: 'boolean',
    title: 'Show shares in percent',
    group: portal,
    help: 'Without it a participant sees amounts and vesting, and no share of a source.',
  },
  portalPay: { kind: 'boolean', title: 'Show released statements of pay', group: portal },
  portalPayReads: {
    kind: 'boolean',
    title: 'Show who looked at their pay',
    group: portal,
    help: 'Names of those who read it, when, and what they asked for.',
  },
  nettedMultiples: {
    kind: 'boolean',
    title: 'Net recallable distributions',
    group: 'Multiples of funds',
    help: 'They reduce what was paid in, instead of counting as distributed. Open quarters are computed anew; locked ones stay as they are.',
  },
  transfersAtPrice: {
    kind: 'boolean',
    title: 'Partner transfers count at their price',
    group: 'Multiples of funds',
    help: 'If off, the buyer takes over the calls and distributions of the part that passed. If on, the transfer price counts as cash. Open quarters are recomputed; locked quarters don’t change.',
  },
  payrollTolerance: {
    kind: 'money',
    title: 'Tolerance of payroll',
    required: true,
    group: 'Pay',
    help: 'In the payroll tie-out, a difference of more than this to a salary is to be explained.',
  },
  secondFactor: {
    kind: 'status',
    title: 'Second factor',
    required: true,
    options: ruleOptions,
    group: signIn,
    help: 'A code of an authenticator app beside the password. Whoever has none sets one up when it is asked for.',
  },
  stepUpMinutes: {
    kind: 'count',
    title: 'Asked for again after',
    required: true,
    group: signIn,
    help: `For what is sensitive. ${from('stepUpMinutes', 'Minutes')}`,
  },
  passwordLength: {
    kind: 'count',
    title: 'Shortest password',
    required: true,
    group: signIn,
    help: `Holds for the next password of each. ${from('passwordLength', 'Characters')}`,
  },
  idleHours: {
    kind: 'count',
    title: 'Unused sessions end after',
    required: true,
    group: signIn,
    help: from('idleHours', 'Hours'),
  },
  sessionDays: {
    kind: 'count',
    title: 'Every session ends after',
    required: true,
    group: signIn,
    help: from('sessionDays', 'Days'),
  },
  letsItselfBeFound: {
    kind: 'boolean',
    title: 'Let other firms find this one',
    group: 'Tenant links',
    help: 'Those who look for a firm to link to see its name. Without it they need to know the whole name.',
  },
  biEmbedUrl: {
    kind: 'text',
    title: 'BI report',
    max: 500,
    group: 'Reports',
    help: 'The address of a report that the page Power BI shows: https://…',
  },
  logoHeight: { kind: 'count', title: 'Logo height', required: true, group: 'Logo', help: 'Pixels, 10 to 400.' },
  logoWidth: { kind: 'count', title: 'Logo width', required: true, group: 'Logo', help: 'Pixels, 10 to 400.' },
});

/** The form of a person with these roles: what belongs to a module that others administer is there to read, with the reason. */
export function firmFieldsFor(grants: Grants): Fields {
  return Object.fromEntries(
    Object.entries(firmFields as Fields).map(([name, field]) => {
      const help = whoChanges(name, grants);
      return [name, help === undefined ? field : { ...field, readOnly: true, help }];
    }),
  );
}

/** Who else changes a setting that somebody with these roles does not. */
export function whoChanges(name: string, grants: Grants): string | undefined {
  const owners = otherModulesOf(name, grants).map((module) => modules[module].title);
  return owners.length === 0 ? undefined : `Administrators of ${owners.join(' or ')} change it.`;
}

/** The same to read, with what the editor asks for by other means. */
export const readableFirm: Fields = {
  ...firmFields,
  timeZone: { kind: 'text', title: 'Time zone', group: 'Firm' },
};

export const colorNames = {
  navigationBarColor: 'Navigation bar',
  navigationBarMenuColor: 'Menu of the navigation bar',
  breadcrumbsColor: 'Breadcrumbs',
} as const;
type ColorName = keyof typeof colorNames;
const colors = Object.keys(colorNames) as ColorName[];

const switches = [
  'shareBasedAllocations',
  'investorBalanceDistributions',
  'allowSelfApproval',
  'clawbackReport',
  'portalForecasts',
  'portalEstimates',
  'portalPercentages',
  'portalPay',
  'portalPayReads',
  'nettedMultiples',
  'transfersAtPrice',
  'letsItselfBeFound',
] as const;

type Values = Readonly<Record<string, unknown>>;

/** The settings as the form holds them: the texts "True" and "False" are boxes to tick. */
export const firmValues = (settings: TenantSettings): Values => ({
  baseCurrency: { id: settings.baseCurrency, code: settings.baseCurrency } satisfies Reference,
  timeZone: settings.timeZone,
  biEmbedUrl: settings.biEmbedUrl ?? '',
  payrollTolerance: settings.payrollTolerance,
  adjustmentThreshold: settings.adjustmentThreshold,
  logoHeight: settings.logoHeight,
  logoWidth: settings.logoWidth,
  secondFactor: ruleOptions.find(({ code }) => code === settings.secondFactor) ?? null,
  ...Object.fromEntries(measures.map((name) => [name, settings[name]])),
  ...Object.fromEntries(switches.map((name) => [name, settings[name] === 'True'])),
  ...Object.fromEntries(colors.map((name) => [name, settings[name] ?? ''])),
});

const color = /^#[0-9a-f]{6}$/i;
const https = /^https:\/\/[^\s/]+/i;
const within = ({ least, most }: { readonly least: number; readonly most: number }, value: unknown) =>
  Number(value) >= least && Number(value) <= most ? undefined : `is not between ${String(least)} and ${String(most)}`;
const inPixels = (value: unknown) => within({ least: 10, most: 400 }, value);

const titles: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(firmFields).map(([name, { title }]) => [name, title])),
  ...colorNames,
};

/** What is wrong with the settings, each told with its field. */
export const checkFirm = (values: Values): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(
    Object.entries(wrongIn(values)).map(([name, wrong]) => [name, wrong && `${titles[name] ?? ''} ${wrong}`]),
  );

const wrongAmount = (value: unknown) =>
  tolerance.test(String(value ?? '')) ? undefined : 'is not an amount such as 1.00';

const wrongIn = (values: Values): Readonly<Record<string, string | undefined>> => ({
  biEmbedUrl:
    !values['biEmbedUrl'] || https.test(String(values['biEmbedUrl']))
      ? undefined
      : 'is no address that begins with https://',
  payrollTolerance: wrongAmount(values['payrollTolerance']),
  adjustmentThreshold: wrongAmount(values['adjustmentThreshold']),
  logoHeight: inPixels(values['logoHeight']),
  logoWidth: inPixels(values['logoWidth']),
  ...Object.fromEntries(measures.map((name) => [name, within(policyBounds[name], values[name])])),
  ...Object.fromEntries(
    colors.map((name) => {
      const text = String(values[name] ?? '');
      return [name, text === '' || color.test(text) ? undefined : 'is not a colour like #12aaff'];
    }),
  ),
});

/** What the form holds, as the settings are saved. */
export const firmToSave = (values: Values) => ({
  baseCurrency: (values['baseCurrency'] as Reference | null)?.code ?? 'USD',
  timeZone: String(values['timeZone'] ?? 'UTC'),
  biEmbedUrl: String(values['biEmbedUrl'] ?? '').trim() || null,
  payrollTolerance: String(values['payrollTolerance'] ?? ''),
  adjustmentThreshold: String(values['adjustmentThreshold'] ?? ''),
  logoHeight: Number(values['logoHeight']),
  logoWidth: Number(values['logoWidth']),
  secondFactor: (values['secondFactor'] as { readonly code: SecondFactorRule } | null)?.code ?? 'off',
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
