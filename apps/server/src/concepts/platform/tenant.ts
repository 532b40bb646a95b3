import { logoIdOf } from '@carrara/adapters/postgres/platform/image';
import { saveSettings } from '@carrara/adapters/postgres/platform/tenant';
import { type MenuEntry, modules, otherModulesOf, settingModules, switchesOf } from '@carrara/contract/core/modules';
import { type Application, applications, type Grants, holds } from '@carrara/contract/core/permissions';
import {
  defaultTenantSettings,
  type EditableTenantSettings,
  type tenantEndpoints,
  type TenantSettings,
} from '@carrara/contract/platform/tenant';
import { err, type Failures, fail, ok } from '@carrara/domain/kernel';
import { asksStepUp, isShownLately, isWeaker, policyOf } from '@carrara/domain/platform/signIn';
import { letterTemplateSetting } from '../../letters/letterTemplate.ts';
import type { Operations, TenantOfRequest } from '../../operations.ts';
import { startTask, type TaskStart } from './task.ts';

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
      return ok(settingsOf(tenant, await logoIdOf(tx), grants));
    },
    async saveTenantSettings({ tx, tenant, grants, proof, now }, { body }) {
      const { rowVersion, ...changes } = body;
      if (changes.timeZone !== undefined && !isTimeZone(changes.timeZone)) {
        return err([fail('UNKNOWN_TIME_ZONE', ['timeZone'], 'must be a time zone such as America/New_York')]);
      }
      const settings = { ...tenant.settings, ...changes };
      const foreign = foreignSettings(settingsOfFirm(tenant), settings, grants);
      if (foreign.length > 0) return err(foreign);
      const lasting = policyOf(tenant.settings);
      if (
        proof &&
        asksStepUp(lasting) &&
        isWeaker(policyOf(settings), lasting) &&
        !isShownLately(proof, lasting.stepUpMinutes, now)
      ) {
        return err([
          fail(
            'STEP_UP_REQUIRED',
            [],
            'This weakens the sign-in of your firm. Use your second factor again to continue.',
          ),
        ]);
      }
      const saved = await saveSettings(tx, tenant, settings, rowVersion);
      if (saved === undefined) return err([fail('STALE_VERSION', [], '')]);
      const before = settingsOfFirm(tenant) as EditableTenantSettings;
      const isMeasuredAnew = (['nettedMultiples', 'transfersAtPrice'] as const).some(
        (name) => changes[name] !== undefined && changes[name] !== before[name],
      );
      if (isMeasuredAnew) {
        const work = { kind: 'recompute', title: 'Figures of all open quarters', input: {} } as const;
        const started = await startTask(tx, { onTask }, work);
        if (started.isErr()) return err(started.error);
      }
      return ok(settingsOf({ ...tenant, settings, rowVersion: saved }, await logoIdOf(tx), grants));
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
      const { isActivityTabEnabled } = switchesOf(tenant.settings, params.module);
      const views = grants[params.module] ? viewsOf(settingsViews, grants) : [];
      return ok({ shortName: params.module, isActivityTabEnabled, views });
    },
  };
}

function settingsOf(tenant: TenantOfRequest, logoId: string | null, grants: Grants): TenantSettings {
  const { id, name, rowVersion, isLpTenant, isDemo } = tenant;
  const {
    moduleSwitches,
    [letterTemplateSetting]: _wording,
    ...all
  } = settingsOfFirm(tenant) as Readonly<Record<string, unknown>>;
  const settings = all as unknown as EditableTenantSettings;
  const held = applications.filter((application) => grants[application] !== undefined);
  return {
    tenantId: id,
    name,
    rowVersion,
    isLpTenant,
    isDemo,
    logoId,
    ...settings,
    applications: held.map((application) => moduleOf(application, grants, { ...settings, moduleSwitches })),
  };
}

const settingsOfFirm = ({ settings }: TenantOfRequest) => ({ ...defaultTenantSettings, ...settings });

/** Returns the changed settings that belong to a module that a person with these grants doesn't administer. */
function foreignSettings(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  grants: Grants,
): Failures {
  return Object.keys(settingModules).flatMap((name) => {
    const owners = name in after && after[name] !== before[name] ? otherModulesOf(name, grants) : [];
    if (owners.length === 0) return [];
    const titles = owners.map((module) => modules[module].title).join(' or ');
    return [fail('SETTING_NOT_YOURS', [name], `is a setting of ${titles}, which you don’t administer`)];
  });
}

function moduleOf(
  application: Application,
  grants: Grants,
  switches: Readonly<Record<string, unknown>>,
): TenantSettings['applications'][number] {
  const { title, routePrefix, importTypes, menu, settingsViews } = modules[application];
  const { menuOff, isActivityTabEnabled } = switchesOf(switches, application);
  const isEnabled = ({ name, permission, setting }: MenuEntry) =>
    holds(grants, permission) && !menuOff.includes(name) && (setting === undefined || switches[setting] === 'True');
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
  views.filter(({ permission }) => holds(grants, permission)).map(({ name, title }) => ({ name, title }));

function isTimeZone(text: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
    return true;
  } catch {
    return false;
  }
}
