import { saveSettings } from '@carrara/adapters/postgres/platform/tenant';
import { canSwitch, modules, type ModuleSwitches, otherModules, settingSwitches } from '@carrara/contract/core/modules';
import { settingModules } from '@carrara/contract/core/registry';
import type { Application } from '@carrara/contract/core/permissions';
import { defaultTenantSettings, type EditableTenantSettings } from '@carrara/contract/platform/tenant/tenant';
import { err, type Failures, ok, type Result } from '@carrara/domain/kernel';
import { decideSettings, decideSwitches } from '@carrara/domain/platform/settings';
import type { RequestContext, TenantOfRequest } from '../../core/operations.ts';
import type { Outcome } from '../outcome.ts';

type Settings = Readonly<Record<string, unknown>>;

/** Setting that stores the texts of the firm's letters. The settings screens leave it out. */
export const letterTemplateSetting = 'letterTemplate';

interface SwitchesToSave {
  readonly module: Application;
  readonly rowVersion: number | null | undefined;
  readonly menuEntries: readonly { readonly name: string; readonly isEnabled: boolean }[];
  readonly isActivityTabEnabled?: boolean | null | undefined;
}

/** Saves the menu and tabs of a module, and returns the changed tenant. Fails: STALE_VERSION, and those of `decideSwitches`. */
export async function saveModuleAdministration(
  { tx, tenant, grants }: RequestContext,
  { module, rowVersion, ...requested }: SwitchesToSave,
): Outcome<TenantOfRequest> {
  const { title, menu } = modules[module];
  const switchable = menu.filter(canSwitch).map(({ name }) => name);
  const isAdministered = grants[module] === 'administrator';

  const before = settingSwitches(tenant.settings, module);
  const decision = decideSwitches(before, requested, { title, isAdministered, switchable });
  if (decision.isErr()) return err(decision.error);

  const all = (tenant.settings['moduleSwitches'] ?? []) as readonly ModuleSwitches[];
  const others = all.filter((moduleSwitches) => moduleSwitches.module !== module);
  const settings = { ...tenant.settings, moduleSwitches: [...others, { module, ...decision.value }] };
  const saved = await saveSettings(tx, tenant, settings, rowVersion, 'saveModuleAdministration');
  return saved.map((version) => ({ ...tenant, settings, rowVersion: version }));
}

type SettingsToSave = { readonly rowVersion: number } & {
  readonly [K in keyof EditableTenantSettings]?: EditableTenantSettings[K] | undefined;
};

export const settingsOfFirm = ({ settings }: TenantOfRequest) => ({ ...defaultTenantSettings, ...settings });

/**
 * Saves settings of the firm, and returns the changed tenant. Some settings change the figures of open quarters, which
 * `recompute` computes again.
 *
 * Fails: STALE_VERSION, and those of `decideSettings` and `recompute`.
 */
export async function saveTenantSettings(
  { tx, tenant, grants, proof, now }: RequestContext,
  { rowVersion, ...changes }: SettingsToSave,
  recompute: () => Promise<Result<unknown, Failures>>,
): Outcome<TenantOfRequest> {
  const before = settingsOfFirm(tenant);
  const after: Settings = { ...tenant.settings, ...changes };
  const foreign = Object.keys(settingModules).flatMap((name) => {
    const isChanged = name in after && after[name] !== (before as Settings)[name];
    const owners = isChanged ? otherModules(name, grants) : [];
    return owners.length === 0 ? [] : [{ name, owners: owners.map((module) => modules[module].title) }];
  });

  const isValidTimeZone = changes.timeZone === undefined || isTimeZone(changes.timeZone);
  const decision = decideSettings(tenant.settings, after, { isTimeZone: isValidTimeZone, foreign, proof, now });
  if (decision.isErr()) return err(decision.error);

  const saved = await saveSettings(tx, tenant, decision.value, rowVersion);
  if (saved.isErr()) return err(saved.error);
  const isRemeasured = (['nettedMultiples', 'transfersAtPrice'] as const).some(
    (name) => changes[name] !== undefined && changes[name] !== before[name],
  );
  const started = isRemeasured ? await recompute() : ok(undefined);
  return started.map(() => ({ ...tenant, settings: decision.value, rowVersion: saved.value }));
}

function isTimeZone(text: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
    return true;
  } catch {
    return false;
  }
}
