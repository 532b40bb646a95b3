import type { Letterhead } from '@carrara/adapters/pdf/letterhead';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { loadLogo } from '@carrara/adapters/postgres/platform/image/logo';
import type { StoredTenant } from '@carrara/adapters/postgres/platform/tenant';
import { isWholePng } from '../core/isWholePng.ts';

/**
 * Returns the firm as the head of its documents: legal name, address and number, logo and color. An unreadable logo is
 * left out.
 */
export async function loadLetterhead(
  tx: Transaction,
  { name, settings }: Pick<StoredTenant, 'name' | 'settings'>,
): Promise<Letterhead> {
  const logo = (await loadLogo(tx))?.bytes;
  const color = settings['navigationBarColor'];
  const textOf = (setting: string) => String(settings[setting] ?? '');
  const number = textOf('registrationNumber');
  return {
    tenantName: textOf('legalName') || name,
    address: [
      ...textOf('legalAddress').split(/\r?\n/),
      ...(number === '' ? [] : [`Registration number: ${number}`]),
    ].filter((line) => line.trim() !== ''),
    logo: logo && (await isWholePng(logo)) ? logo : undefined,
    ...(typeof color === 'string' ? { color } : {}),
  };
}
