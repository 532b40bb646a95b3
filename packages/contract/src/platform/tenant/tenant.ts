import { initialPolicy, policyBounds, secondFactorRules } from '@carrara/domain/platform/signIn';
import { z } from 'zod';
import { defineEndpoints } from '../../core/endpoint.ts';
import { applications } from '../../core/permissions.ts';
import { id, letterheadAddress, text } from '../../core/schema.ts';

const color = z.string().regex(/^#[0-9a-f]{6}$/i, 'is not a color like #12aaff');
const flag = z.enum(['True', 'False']);
/** The address of a report of another program, displayed on a page. */
export const embedUrl = z.url({ protocol: /^https$/, error: 'isn’t an address that starts with https://' }).max(500);

/** An amount of 0 or more, with cents. */
export const tolerance = /^\d{1,7}(?:\.\d{1,2})?$/;

const within = ({ least, most }: { readonly least: number; readonly most: number }) =>
  z.int().min(least, `is less than ${least}`).max(most, `is more than ${most}`);

/** The firm's settings that an administrator can change. Switches are the texts "True" and "False", as in the specification. */
const editableSettings = {
  /** The firm in the heading of letters and statements. If blank: its name, no address and no number. */
  legalName: text(),
  legalAddress: letterheadAddress(500),
  registrationNumber: text(100),
  logoHeight: z.int().min(10).max(400),
  logoWidth: z.int().min(10).max(400),
  navigationBarColor: color.nullable(),
  navigationBarMenuColor: color.nullable(),
  breadcrumbsColor: color.nullable(),
  shareBasedAllocations: flag,
  investorBalanceDistributions: flag,
  allowSelfApproval: flag,
  /** An adjustment that raises a payment by more than this amount needs an acknowledgment. */
  adjustmentThreshold: z.string().regex(tolerance, 'is not an amount such as 1.00'),
  clawbackReport: flag,
  /** The portal settings for participants. */
  portalForecasts: flag,
  portalEstimates: flag,
  portalCarryAtNav: flag,
  portalPercentages: flag,
  portalPay: flag,
  portalPayReads: flag,
  /** If on, tenants of the other kind can find the firm when they search for one to link to. */
  isListedForOtherTenants: flag,
  /** If on, recallable distributions reduce the paid-in amount instead of counting as distributed. */
  nettedMultiples: flag,
  /** If on, the price counts as cash in transfers between partners instead of the history of the transferred part. */
  transfersAtPrice: flag,
  timeZone: z.string().min(1).max(60),
  /** The report displayed on the Power BI page; null if there is none. */
  biEmbedUrl: embedUrl.nullable(),
  /** The firm's own currency: the first choice for a cross rate. */
  baseCurrency: z.string().regex(/^[A-Z]{3}$/, 'isn’t a currency code such as USD'),
  /** The largest difference between payroll and salary that is ignored. */
  payrollTolerance: z.string().regex(tolerance, 'is not an amount such as 1.00'),
  /** Determines who needs a second factor, and whether sensitive actions require it again. */
  secondFactor: z.enum(secondFactorRules),
  stepUpMinutes: within(policyBounds.stepUpMinutes),
  passwordLength: within(policyBounds.passwordLength),
  idleHours: within(policyBounds.idleHours),
  sessionDays: within(policyBounds.sessionDays),
};

export const defaultTenantSettings = {
  legalName: '',
  legalAddress: '',
  registrationNumber: '',
  logoHeight: 100,
  logoWidth: 150,
  navigationBarColor: null,
  navigationBarMenuColor: null,
  breadcrumbsColor: null,
  shareBasedAllocations: 'False',
  investorBalanceDistributions: 'False',
  allowSelfApproval: 'False',
  adjustmentThreshold: '0.00',
  clawbackReport: 'False',
  portalForecasts: 'False',
  portalEstimates: 'False',
  portalCarryAtNav: 'False',
  portalPercentages: 'True',
  portalPay: 'True',
  portalPayReads: 'False',
  isListedForOtherTenants: 'False',
  nettedMultiples: 'False',
  transfersAtPrice: 'False',
  biEmbedUrl: null,
  timeZone: 'UTC',
  baseCurrency: 'USD',
  payrollTolerance: '1.00',
  ...initialPolicy,
} as const;

const settingsView = z.object({ name: z.string(), title: z.string() });

const tenantSettings = z.object({
  tenantId: id(),
  name: z.string(),
  rowVersion: z.int(),
  isLpTenant: z.boolean(),
  isDemo: z.boolean(),
  /** True if an administrator of another firm added this one to look around. Nobody else can join it. */
  isSample: z.boolean(),
  /** The id of the logo picture; null if there is none. */
  logoId: id().nullable(),
  ...editableSettings,
  applications: z.array(
    z.object({
      id: z.enum(applications),
      name: z.string(),
      role: z.enum(['viewer', 'editor', 'administrator']),
      routePrefix: z.string(),
      importTypes: z.array(z.string()),
      isActivityTabEnabled: z.boolean(),
      menuEntries: z.array(
        z.object({
          name: z.string(),
          title: z.string(),
          path: z.string(),
          showInSidebar: z.boolean(),
          isEnabled: z.boolean(),
          showInAppSettings: z.boolean(),
        }),
      ),
      views: z.array(settingsView),
    }),
  ),
});
export type TenantSettings = z.output<typeof tenantSettings>;
export type EditableTenantSettings = Pick<TenantSettings, keyof typeof editableSettings>;

const ofTenantUrl = z.strictObject({ tenantUrl: z.string().min(1).max(253) });

export const tenantEndpoints = defineEndpoints({
  getTenantSettings: {
    method: 'GET',
    path: '/api/tenant/settings',
    summary: 'The tenant’s settings, colors and modules, as far as you can use them',
    permission: 'member',
    result: tenantSettings,
    tags: ['Tenant'],
  },
  saveTenantSettings: {
    method: 'POST',
    path: '/api/tenant/settings',
    summary: 'Change the tenant’s settings. Omitted settings don’t change',
    permission: 'tenant.edit',
    body: z
      .strictObject({ rowVersion: z.int(), ...editableSettings })
      .partial()
      .required({ rowVersion: true }),
    result: tenantSettings,
    failures: ['STALE_VERSION', 'UNKNOWN_TIME_ZONE', 'SETTING_NOT_YOURS', 'TOO_MANY_TASKS'],
    tags: ['Tenant'],
  },
  getTenantLogo: {
    method: 'GET',
    path: '/api/tenant/:tenantUrl/logo',
    summary: "A tenant's logo, by the tenant's host name or ID",
    permission: 'public',
    params: ofTenantUrl,
    /** Ignored by the server. With the picture's id in the address, a browser loads a new picture instead of a cached one. */
    query: z.strictObject({ version: z.string().max(50).optional() }),
    answers: 'file',
    offThread: false,
  },
  getTenantApi: {
    method: 'GET',
    path: '/api/tenant/:tenantUrl/get-api',
    summary: 'Address of a tenant’s API',
    permission: 'public',
    params: ofTenantUrl,
    result: z.object({ tenantUrl: z.string(), apiUrl: z.string() }),
  },
  getModuleSettings: {
    method: 'GET',
    path: '/api/settings/load/:module',
    summary: 'Settings views of a module that you can open',
    permission: 'member',
    params: z.strictObject({ module: z.enum(applications) }),
    result: z.object({ shortName: z.string(), isActivityTabEnabled: z.boolean(), views: z.array(settingsView) }),
  },
});
