import { failureTexts } from '@carrara/contract/messages';
import { queryName, wireName } from '@carrara/contract/wireNames';
import type { Failures, Path } from '@carrara/domain/kernel';

/** The error body of the API. */
export interface ErrorBody {
  readonly Message: string;
  readonly ExceptionMessage: string;
  readonly Errors?: readonly { readonly Path: string; readonly Code: string; readonly Message: string }[];
}

/** Failures that are no rule of the business: everything else is 422. */
const statuses: Readonly<Record<string, number>> = {
  MALFORMED: 400,
  INVALID_TEXT: 400,
  TENANT_REQUIRED: 400,
  NOT_SIGNED_IN: 401,
  WRONG_CREDENTIALS: 401,
  FORBIDDEN: 403,
  FOREIGN_ORIGIN: 403,
  NOT_FOUND: 404,
  NO_SUCH_CALL: 404,
  METHOD_NOT_ALLOWED: 405,
  STALE_VERSION: 409,
  CONFLICT: 409,
  WRONG_STATE: 409,
  CONDITION_NOT_MET: 409,
  IN_USE: 409,
  DUPLICATE: 409,
  TOO_LARGE: 413,
  FILE_TOO_LARGE: 413,
  UNSUPPORTED_TYPE: 415,
  TOO_MANY_ATTEMPTS: 429,
};

/** The status of a refusal is that of its gravest failure: not allowed and not there go before conflicts, those before broken rules. */
export function statusOf(failures: Failures): number {
  const found = failures.map(({ code }) => statuses[code] ?? 422);
  return [401, 403, 404, 405, 429, 400, 413, 415, 409].find((status) => found.includes(status)) ?? 422;
}

const texts: Readonly<Record<string, string>> = failureTexts;

/** A path as a reader of the wire knows it: `Sources[0].Amount`. */
export function wirePath(path: Path, place: 'body' | 'query' | 'params' = 'body'): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    const name = place === 'body' ? wireName(part) : place === 'query' ? queryName(part) : part;
    return text === '' ? name : `${text}.${name}`;
  }, '');
}

/** The text that a person reads: the catalogue's, followed by what is particular to this case. */
function textOf(code: string, detail: string): string {
  const text = texts[code];
  if (text === undefined) return detail;
  // The database names its constraint; that is for logs, not for people.
  const isInternal = /^[a-z0-9_]*$/.test(detail);
  return isInternal || text === detail ? text : `${text} ${detail}`;
}

export function errorBody(failures: Failures, place: 'body' | 'query' | 'params' = 'body'): ErrorBody {
  const errors = failures.map(({ code, path, detail }) => ({
    Path: wirePath(path, place),
    Code: code,
    Message: textOf(code, detail),
  }));
  const message = [...new Set(errors.map((error) => error.Message))].slice(0, 3).join(' ');
  return { Message: message, ExceptionMessage: message, Errors: errors };
}
