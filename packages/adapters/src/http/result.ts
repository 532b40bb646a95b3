import type { ResultOf, TypedEndpoint } from '@carrara/contract/core/endpoint';
import { fromWire } from '@carrara/contract/core/wireNames';

/** The answer of a call in the names of the inside; decimals stay text. The server answers what the contract says, so it is not checked again. */
export async function resultOf<E extends TypedEndpoint>(answer: Response): Promise<ResultOf<E>> {
  const text = await answer.text();
  return (text === '' ? null : fromWire(JSON.parse(text))) as ResultOf<E>;
}
