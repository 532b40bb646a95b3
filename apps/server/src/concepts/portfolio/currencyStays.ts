import { writtenIn } from '@carrara/adapters/postgres/portfolio/container';
import { type Failures, fail } from '@carrara/domain/kernel';
import type { RequestContext } from '../../operations.ts';

type Values = Readonly<Record<string, unknown>>;
const idOf = (values: Values) => (values['currency'] as { readonly id: string } | null | undefined)?.id.toLowerCase();

/**
 * Refuses to change the currency of a fund or coinvestment that has amounts. Its figures would be reported in another
 * currency, and sums would mix currencies.
 *
 * Fails: CURRENCY_IN_USE.
 */
export async function currencyStays(
  { tx }: RequestContext,
  values: Values,
  before: Values | undefined,
): Promise<Failures> {
  if (!before || idOf(values) === idOf(before)) return [];
  const written = await writtenIn(tx, String(before['id']));
  if (written === null) return [];
  const { code, description } = before['currency'] as { readonly code?: string; readonly description?: string };
  const text = `The currency must stay ${code ?? description ?? 'the same'}, because ${written} already use it.`;
  return [fail('CURRENCY_IN_USE', ['currency'], text)];
}
