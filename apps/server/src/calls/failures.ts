import { asText } from '@carrara/contract/core/asText';
import { statusOfFailure } from '@carrara/contract/core/failureStatus';
import { queryName, wireName } from '@carrara/contract/core/wireNames';
import {
  type Failure,
  type FailureCode,
  type Failures,
  needsSubject,
  type Path,
  textOfFailure,
} from '@carrara/domain/kernel';

/** Error body of the API. */
export interface ErrorBody {
  readonly Message: string;
  readonly ExceptionMessage: string;
  readonly Errors?: readonly {
    readonly Path: string;
    readonly Code: string;
    readonly Message: string;
    /** The records that the message names, for links. */
    readonly Records?: readonly { readonly Type: string; readonly Id: string; readonly Name: string }[];
  }[];
}

/** Maximum number of listed errors. Nobody reads more, and the response must not grow with the request. */
export const maxErrors = 100;
/** Maximum number of records with a link in an error. */
const mostRecords = 10;

/**
 * Returns the status for the most severe failure: forbidden and missing before conflicts, and those before broken
 * rules.
 */
export function httpStatus(failures: Failures): number {
  const found = failures.map(({ code }) => statusOfFailure(code));
  return [503, 421, 401, 403, 404, 405, 429, 400, 413, 415, 409].find((status) => found.includes(status)) ?? 422;
}

/** Returns a path in wire names: `Sources[0].Amount`. */
export function wirePath(path: Path, source: 'body' | 'query' | 'params' = 'body'): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    const name = source === 'body' ? wireName(part) : source === 'query' ? queryName(part) : part;
    return text === '' ? name : `${text}.${name}`;
  }, '');
}

/** Codes whose specific detail, if present, is the whole message. */
const messageByCase: ReadonlySet<FailureCode> = new Set([
  'CONFLICT',
  'DUPLICATE',
  'INVALID_VALUE',
  'NOT_FOUND',
  'PAY_ACCESS_NOT_YOURS',
  'WRONG_STATE',
]);

/**
 * Returns the displayed text: the catalog's, followed by the details of this case. A detail that only continues the
 * name of its field gets that name.
 */
function textOf({ code, path, detail }: Failure): string {
  const text = textOfFailure(code);
  // A constraint name from the database is for logs, not for people.
  const message = text !== undefined && /^[a-z0-9_]*$/.test(detail) ? '' : asSentence(path, detail);
  if (text === undefined) return message;
  if (messageByCase.has(code) && message !== '' && (code !== 'DUPLICATE' || path.at(-1) !== 'id')) return message;
  return message === '' || text === message ? text : `${text} ${message}`;
}

const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
const ended = (text: string): string => (text === '' || /[.!?:]$/.test(text) ? text : `${text}.`);

/** Titles of fields whose names don't say them. */
const titles: Readonly<Record<string, string>> = {
  accountNumber: 'account number or IBAN',
  requestedAmount: 'amount',
  bankCode: 'routing number or BIC',
  bankName: 'bank',
  holderName: 'account holder',
};

/**
 * Turns 'is required' into a sentence, because it is displayed at a field as well as in a list of all errors of a call.
 */
function asSentence(path: Path, detail: string): string {
  const name = path.findLast((part) => typeof part === 'string');
  if (name === undefined || !needsSubject(detail)) return detail;
  const label = titles[name] ?? asText(name).replace(/^Is (?=\w)/, '');
  return ended(`${capitalized(label)} ${detail}`);
}

/**
 * Returns the row that a failure is about, for the overall message. The failure's own message is displayed at the row.
 * A path into nested lists gets no row, because a single number would not identify it.
 */
function entryOf(path: Path): string {
  const [at, ...deeper] = path.filter((part) => typeof part === 'number');
  return at === undefined || deeper.length > 0 ? '' : `Row ${at + 1}: `;
}

/** Combines messages: a single text stays as it is, several become sentences with their rows. */
function messageOf(texts: readonly (readonly [row: string, text: string])[]): string {
  const [only, ...more] = new Set(texts.map(([, text]) => text));
  if (more.length === 0) return only ?? '';
  return [...new Set(texts.map(([row, text]) => `${text.startsWith('Row ') ? '' : row}${ended(capitalized(text))}`))]
    .slice(0, 3)
    .join(' ');
}

export function errorBody(failures: Failures, source: 'body' | 'query' | 'params' = 'body'): ErrorBody {
  const errors = failures.slice(0, maxErrors).map((failure) => ({
    Path: wirePath(failure.path, source),
    Code: failure.code,
    Message: textOf(failure),
    ...(failure.records
      ? {
          Records: failure.records
            .slice(0, mostRecords)
            .map(({ type, id, name }) => ({ Type: type, Id: id, Name: name })),
        }
      : {}),
  }));
  const message = messageOf(failures.slice(0, maxErrors).map((failure) => [entryOf(failure.path), textOf(failure)]));
  return { Message: message, ExceptionMessage: message, Errors: errors };
}
