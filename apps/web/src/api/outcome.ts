import { fromWire } from '@carrara/contract/core/wireNames';
import { type ApiFailure, readFailure } from './failure.ts';
import { localTexts } from './localTexts.ts';

export type Outcome = { readonly data: unknown } | { readonly error: ApiFailure };

/** Converts a response to a result or a failure. A response that carries an exception is a failure whatever its status. Source: U-C-153. */
export async function readOutcome(response: Response): Promise<Outcome> {
  if (!response.ok) return { error: await readFailure(response) };
  const text = await response.text();
  if (text === '') return { data: null };
  const value: unknown = JSON.parse(text);
  const exception = exceptionIn(value);
  return exception === undefined
    ? { data: localTexts(fromWire(value)) }
    : { error: { status: 500, message: exception, errors: [] } };
}

function exceptionIn(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('ExceptionMessage' in value)) return undefined;
  return typeof value.ExceptionMessage === 'string' && value.ExceptionMessage !== ''
    ? value.ExceptionMessage
    : undefined;
}
