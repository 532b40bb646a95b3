import { currencyPairs } from '@carrara/adapters/postgres/platform/fx/currencyPairs';
import { activeAndArchived, referenceCounts } from '@carrara/adapters/postgres/platform/settings';
import { linkCounts } from '@carrara/adapters/postgres/platform/tenantLink/tenantLinks';
import { canSwitch, modules, settingSwitches } from '@carrara/contract/core/modules';
import { type Application, hasPermission, type Permission } from '@carrara/contract/core/permissions';
import { type ReferenceType, referenceTypes } from '@carrara/contract/platform/reference/reference';
import type { settingsEndpoints, settingsViewNames } from '@carrara/contract/platform/settings/settings';
import { err, fail, ok } from '@carrara/domain/kernel';
import type { Operations, TenantOfRequest } from '../../../core/operations.ts';
import { saveModuleAdministration } from '../../../usecases/platform/settings.ts';

const readers: Readonly<Record<(typeof settingsViewNames)[number], Permission>> = {
  user: 'user.view',
  group: 'group.view',
  reference: 'reference.view',
  fx: 'fx.view',
  vesting: 'vesting.view',
  taxes: 'taxProfile.view',
  tenantlinkrequest: 'tenantLink.view',
};

export const settingsOperations: Operations<typeof settingsEndpoints> = {
  async getSubViewData({ tx, grants }, { params }) {
    const { view } = params;
    if (!hasPermission(grants, readers[view]))
      return err([fail('FORBIDDEN', [], 'You don’t have permission to open these settings.')]);
    if (view === 'fx') {
      const pairs = await currencyPairs(tx, { includeInactive: true });
      const entered = pairs.reduce((sum, { numberOfRates }) => sum + numberOfRates, 0);
      return ok([
        { name: 'rates', title: 'Rates of a day', count: pairs.filter(({ isInactive }) => !isInactive).length },
        { name: 'history', title: 'Entered rates', count: entered },
      ]);
    }
    if (view === 'reference') {
      const counts = await referenceCounts(tx);
      const types = Object.entries(referenceTypes) as [ReferenceType, string][];
      return ok(types.map(([name, title]) => ({ name, title, count: counts.get(name) ?? 0 })));
    }
    if (view === 'tenantlinkrequest') {
      const { pending, resolved } = await linkCounts(tx);
      return ok([
        { name: 'pending', title: 'Pending', count: pending },
        { name: 'resolved', title: 'Resolved', count: resolved },
      ]);
    }
    const { active, archived } = await activeAndArchived(tx, view);
    return ok([
      { name: 'active', title: 'Active', count: active },
      { name: 'archived', title: 'Archived', count: archived },
    ]);
  },
  getModuleAdministration: async ({ tenant }, { params }) => ok(administrationOf(tenant, params.module)),
  async saveModuleAdministration(context, { params: { module }, body }) {
    const saved = await saveModuleAdministration(context, { ...body, module });
    return saved.map((tenant) => administrationOf(tenant, module));
  },
};

function administrationOf({ rowVersion, settings }: TenantOfRequest, module: Application) {
  const { title, routePrefix, importTypes, menu, settingsViews } = modules[module];
  const { menuOff, isActivityTabEnabled } = settingSwitches(settings, module);
  return {
    shortName: module,
    title,
    rowVersion,
    routePrefix,
    isActivityTabEnabled,
    importTypes: [...importTypes],
    menuEntries: menu.map(({ setting, ...entry }) => ({
      ...entry,
      isEnabled: !menuOff.includes(entry.name) && (setting === undefined || settings[setting] === 'True'),
      canSwitch: canSwitch({ ...entry, ...(setting === undefined ? {} : { setting }) }),
    })),
    views: settingsViews.map((view) => ({ ...view })),
  };
}
