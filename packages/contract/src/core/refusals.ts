import type { FailureCode } from '@carrara/domain/kernel';
import type { Endpoint } from './endpoint.ts';

/** Failures of any call: rejected before its operation runs, or because the data changed meanwhile. */
export const refusalsOfAnyCall: readonly FailureCode[] = [
  'CONFLICT',
  'FORBIDDEN',
  'FOREIGN_HOST',
  'FOREIGN_ORIGIN',
  'REPEATED',
  'INVALID_TEXT',
  'INVALID_TYPE',
  'INVALID_VALUE',
  'MALFORMED',
  'METHOD_NOT_ALLOWED',
  'NOT_FOUND',
  'NOT_SIGNED_IN',
  'NO_SUCH_CALL',
  'NUMBER_TOO_LONG',
  'NUMBER_WITH_EXPONENT',
  'OUT_OF_RANGE',
  'PASSWORD_DUE',
  'REQUIRED',
  'SECOND_FACTOR_DUE',
  'SECOND_FACTOR_REQUIRED',
  'STEP_UP_REQUIRED',
  'TENANT_REQUIRED',
  'TOKEN_CLOSED',
  'TOKEN_ENDED',
  'TOO_LARGE',
  'TOO_LONG_OR_BIG',
  'TOO_MANY_ATTEMPTS',
  'TOO_MANY_EXPORTS',
  'TOO_SHORT_OR_SMALL',
  'UNAVAILABLE',
  'UNKNOWN_FIELD',
  'UNSUPPORTED_TYPE',
];

/** Returns every failure code that a call may return. */
export function callRefusals({ failures = [], idempotent }: Endpoint): ReadonlySet<FailureCode> {
  return new Set([...refusalsOfAnyCall, ...failures, ...(idempotent ? (['IDEMPOTENCY_KEY_REUSED'] as const) : [])]);
}
