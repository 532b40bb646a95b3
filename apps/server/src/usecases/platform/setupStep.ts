import { saveSettings } from '@carrara/adapters/postgres/platform/tenant';
import type { RequestContext, TenantOfRequest } from '../../core/operations.ts';
import type { Outcome } from '../outcome.ts';

/** The setting that removes the setup steps from Home. */
export const setupSetting = 'isSetupDismissed';

export const isSetupDismissed = ({ settings }: Pick<TenantOfRequest, 'settings'>): boolean =>
  settings[setupSetting] === true;

/** Removes the setup steps from Home for everybody in the firm, or restores them. Fails: STALE_VERSION. */
export async function dismissSetup(
  { tx, tenant }: RequestContext,
  isDismissed: boolean,
): Outcome<{ isDismissed: boolean }> {
  const settings = { ...tenant.settings, [setupSetting]: isDismissed };
  const operation = isDismissed ? 'dismissSetup' : 'resumeSetup';
  const saved = await saveSettings(tx, tenant, settings, tenant.rowVersion, operation);
  return saved.map(() => ({ isDismissed }));
}
