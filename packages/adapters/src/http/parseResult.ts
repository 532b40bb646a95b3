import type { ResultOf, TypedEndpoint } from '@carrara/contract/core/endpoint';
import { fromWire } from '@carrara/contract/core/wireNames';

/**
 * Parses the response of a call and converts wire names to internal names. Decimals stay text. The server's output
 * follows the contract, so it isn't validated again.
 */
export async function parseResult<E extends TypedEndpoint>(answer: Response): Promise<ResultOf<E>> {
  const text = await answer.text();
  return (text === '' ? null : fromWire(JSON.parse(text))) as ResultOf<E>;
}
