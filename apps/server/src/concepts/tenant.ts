import type { Transaction } from '@carrara/adapters/postgres/unitOfWork';
import { type MenuEntry, modules } from '@carrara/contract/modules';
import { type Application, applications, type Grants, holds } from '@carrara/contract/permissions';
import {
  defaultTenantSettings,
  type EditableTenantSettings,
  type tenantEndpoints,
  type TenantSettings,
} from '@carrara/contract/tenant';
import { err, fail, ok } from '@carrara/domain/kernel';
import type { Operations, TenantOfRequest } from '../operations.ts';

/** A logo as it is stored. */
export interface Logo {
  readonly type: string;
  readonly bytes: Uint8Array;
}

export interface TenantPorts {
  /** The logo of a tenant by host name or id, in front of any sign-in. */
  readonly logoOf: (tenantUrl: string, now: Date) => Promise<Logo | undefined>;
}

export function tenantOperations({ logoOf }: TenantPorts): Operations<typeof tenantEndpoints> {
  return {
    async getTenantSettings({ tx, tenant, grants }) {
      return ok(settingsOf(tenant, await logoIdOf(tx), grants));
    },
    async saveTenantSettings({ tx, tenant, grants, person, now }, { body }) {
      const { rowVersion, ...changes } = body;
      if (changes.timeZone !== undefined && !isTimeZone(changes.timeZone)) {
        return err([fail('UNKNOWN_TIME_ZONE', ['timeZone'], 'is not a time zone like America/New_York')]);
      }
      const settings = { ...tenant.settings, ...changes };
      const [saved] = await tx.query<{ row_version: number }>(
        `UPDATE tenant SET settings = $2, row_version = row_version + 1, updated_at = $3, updated_by = $4
         WHERE id = $1 AND row_version = $5 RETURNING row_version`,
        [tenant.id, settings, now, person.id, rowVersion],
      );
      if (!saved) return err([fail('STALE_VERSION', [], '')]);
      tx.record({
        operation: 'saveTenantSettings',
        objectType: 'tenant',
        objectId: tenant.id,
        objectName: tenant.name,
        before: tenant.settings,
        after: settings,
        rowVersion: saved.row_version,
      });
      return ok(settingsOf({ ...tenant, settings, rowVersion: saved.row_version }, await logoIdOf(tx), grants));
    },
    async getTenantLogo({ now }, { params }) {
      const logo = await logoOf(params.tenantUrl, now);
      if (!logo) return err([fail('NOT_FOUND', [], '')]);
      return ok({ name: 'logo', type: logo.type, content: logo.bytes, inline: true });
    },
    async getTenantApi(_context, { params }) {
      return ok({ tenantUrl: params.tenantUrl, apiUrl: '/api/' });
    },
    async getModuleSettings({ grants }, { params }) {
      const { isActivityTabEnabled, settingsViews } = modules[params.module];
      const views = grants[params.module] ? viewsOf(settingsViews, grants) : [];
      return ok({ shortName: params.module, isActivityTabEnabled, views });
    },
  };
}

/** The tenant of a transaction. */
export async function tenantOf(tx: Transaction): Promise<TenantOfRequest> {
  const [tenant] = await tx.query<TenantOfRequest>(
    `SELECT id, name, is_lp_tenant AS "isLpTenant", is_demo AS "isDemo", row_version AS "rowVersion", settings FROM tenant WHERE id = $1`,
    [tx.tenantId],
  );
  if (!tenant) throw new Error('a member of a tenant that is not there');
  return tenant;
}

/** So that a browser asks for a logo only where there is one, and anew when there is another. */
async function logoIdOf(tx: Transaction): Promise<string | null> {
  const [logo] = await tx.query<{ id: string }>(
    'SELECT id FROM image WHERE tenant_id = $1 AND container_id = $1 ORDER BY created_at DESC, id DESC LIMIT 1',
    [tx.tenantId],
  );
  return logo?.id ?? null;
}

function settingsOf(tenant: TenantOfRequest, logoId: string | null, grants: Grants): TenantSettings {
  const { id, name, rowVersion, isLpTenant, isDemo } = tenant;
  const settings = { ...defaultTenantSettings, ...tenant.settings } as EditableTenantSettings;
  const held = applications.filter((application) => grants[application] !== undefined);
  return {
    tenantId: id,
    name,
    rowVersion,
    isLpTenant,
    isDemo,
    logoId,
    ...settings,
    applications: held.map((application) => moduleOf(application, grants, settings)),
  };
}

function moduleOf(
  application: Application,
  grants: Grants,
  settings: EditableTenantSettings,
): TenantSettings['applications'][number] {
  const { title, routePrefix, importTypes, isActivityTabEnabled, menu, settingsViews } = modules[application];
  const switches = settings as unknown as Readonly<Record<string, unknown>>;
  const isEnabled = ({ permission, setting }: MenuEntry) =>
    holds(grants, permission) && (setting === undefined || switches[setting] === 'True');
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
