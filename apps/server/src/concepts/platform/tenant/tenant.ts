import { readLogoId } from '@carrara/adapters/postgres/platform/image/logo';
import { type MenuEntry, modules, settingSwitches } from '@carrara/contract/core/modules';
import { type Application, applications, type Grants, hasPermission } from '@carrara/contract/core/permissions';
import type { EditableTenantSettings, tenantEndpoints, TenantSettings } from '@carrara/contract/platform/tenant/tenant';
import { err, fail, ok } from '@carrara/domain/kernel';
import type { Operations, TenantOfRequest } from '../../../core/operations.ts';
import { setupSetting } from '../../../usecases/platform/setupStep.ts';
import { letterTemplateSetting, saveTenantSettings, settingsOfFirm } from '../../../usecases/platform/settings.ts';
import { startTask, type TaskStart } from '../../../usecases/platform/task.ts';

/** A stored logo. */
export interface Logo {
  readonly type: string;
  readonly bytes: Uint8Array;
}

export interface TenantPorts {
  /** Returns the logo of a tenant by host name or id. Works without signing in. */
  readonly logoOf: (tenantUrl: string, now: Date) => Promise<Logo | undefined>;
}

export function tenantOperations({ logoOf, onTask }: TenantPorts & TaskStart): Operations<typeof tenantEndpoints> {
  return {
    async getTenantSettings({ tx, tenant, grants }) {
      return ok(settingsOf(tenant, await readLogoId(tx), grants));
    },
    async saveTenantSettings(context, { body }) {
      const { tx, grants } = context;
      const work = { kind: 'recompute', title: 'Figures of all open quarters', input: {} } as const;
      const saved = await saveTenantSettings(context, body, () => startTask(tx, { onTask }, work));
      return saved.isErr() ? err(saved.error) : ok(settingsOf(saved.value, await readLogoId(tx), grants));
    },
    async getTenantLogo({ now }, { params }) {
      const logo = await logoOf(params.tenantUrl, now);
      if (!logo) return err([fail('NOT_FOUND', [], '')]);
      return ok({ name: 'logo', type: logo.type, content: logo.bytes, inline: true });
    },
    async getTenantApi(_context, { params }) {
      return ok({ tenantUrl: params.tenantUrl, apiUrl: '/api/' });
    },
    async getModuleSettings({ tenant, grants }, { params }) {
      const { settingsViews } = modules[params.module];
      const { isActivityTabEnabled } = settingSwitches(tenant.settings, params.module);
      const views = grants[params.module] ? viewsOf(settingsViews, grants) : [];
      return ok({ shortName: params.module, isActivityTabEnabled, views });
    },
  };
}

function settingsOf(tenant: TenantOfRequest, logoId: string | null, grants: Grants): TenantSettings {
  const { id, name, rowVersion, isLpTenant, isDemo, isSample } = tenant;
  const {
    moduleSwitches,
    [letterTemplateSetting]: _wording,
    [setupSetting]: _setup,
    ...all
  } = settingsOfFirm(tenant) as Readonly<Record<string, unknown>>;
  const settings = all as EditableTenantSettings;
  const granted = applications.filter((application) => grants[application] !== undefined);
  return {
    tenantId: id,
    name,
    rowVersion,
    isLpTenant,
    isDemo,
    isSample,
    logoId,
    ...settings,
    applications: granted.map((application) => moduleOf(application, grants, { ...settings, moduleSwitches })),
  };
}

function moduleOf(
  application: Application,
  grants: Grants,
  switches: Readonly<Record<string, unknown>>,
): TenantSettings['applications'][number] {
  const { title, routePrefix, importTypes, menu, settingsViews } = modules[application];
  const { menuOff, isActivityTabEnabled } = settingSwitches(switches, application);
  const isEnabled = ({ name, permission, setting }: MenuEntry) =>
    hasPermission(grants, permission) &&
    !menuOff.includes(name) &&
    (setting === undefined || switches[setting] === 'True');
  return {
    id: application,
    name: title,
    role: grants[application] ?? 'viewer',
    routePrefix,
    importTypes: [...importTypes],
    isActivityTabEnabled,
    menuEntries: menu.map((entry) => ({
      name: entry.name,
      title: entry.title,
      path: entry.path,
      showInSidebar: entry.showInSidebar,
      showInAppSettings: entry.showInAppSettings,
      isEnabled: isEnabled(entry),
    })),
    views: viewsOf(settingsViews, grants),
  };
}

const viewsOf = (views: (typeof modules)['carry']['settingsViews'], grants: Grants) =>
  views.filter(({ permission }) => hasPermission(grants, permission)).map(({ name, title }) => ({ name, title }));
