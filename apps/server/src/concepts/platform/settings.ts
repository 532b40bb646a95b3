import { activeAndArchived, referenceCounts } from '@carrara/adapters/postgres/platform/settings';
import { modules } from '@carrara/contract/core/modules';
import { holds, type Permission } from '@carrara/contract/core/permissions';
import { type ReferenceType, referenceTypes } from '@carrara/contract/platform/reference';
import type { settingsEndpoints, settingsViewNames } from '@carrara/contract/platform/settings';
import { err, fail, ok } from '@carrara/domain/kernel';
import type { Operations } from '../../operations.ts';

const readers: Readonly<Record<(typeof settingsViewNames)[number], Permission>> = {
  user: 'user.view',
  group: 'group.view',
  reference: 'reference.view',
  fx: 'fx.view',
  vesting: 'vesting.view',
  taxes: 'taxProfile.view',
};

export const settingsOperations: Operations<typeof settingsEndpoints> = {
  async getSubViewData({ tx, grants }, { params }) {
    const { view } = params;
    if (!holds(grants, readers[view])) return err([fail('FORBIDDEN', [], 'You may not open these settings.')]);
    // Exchange rates have no parts.
    if (view === 'fx') return ok([]);
    if (view === 'reference') {
      const counts = await referenceCounts(tx);
      const types = Object.entries(referenceTypes) as [ReferenceType, string][];
      return ok(types.map(([name, title]) => ({ name, title, count: counts.get(name) ?? 0 })));
    }
    const { active, archived } = await activeAndArchived(tx, view);
    return ok([
      { name: 'active', title: 'Active', count: active },
      { name: 'archived', title: 'Archived', count: archived },
    ]);
  },
  async getModuleAdministration({ tenant }, { params }) {
    const { title, routePrefix, isActivityTabEnabled, importTypes, menu, settingsViews } = modules[params.module];
    return ok({
      shortName: params.module,
      title,
      routePrefix,
      isActivityTabEnabled,
      importTypes: [...importTypes],
      menuEntries: menu.map(({ setting, ...entry }) => ({
        ...entry,
        isEnabled: setting === undefined || tenant.settings[setting] === 'True',
      })),
      views: settingsViews.map((view) => ({ ...view })),
    });
  },
};
