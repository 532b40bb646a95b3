import type { Locator } from 'playwright-core';

/** Acknowledges all warnings in a dialog of a distribution. */
export async function acknowledgeAll(dialog: Locator): Promise<void> {
  const warnings = dialog.getByRole('group', { name: /^I acknowledge this/ });
  await warnings.waitFor();
  for (const box of await warnings.getByRole('checkbox').all()) await box.check();
}
