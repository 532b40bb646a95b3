import type { Endpoint } from '@carrara/contract/core/endpoint';
import { fromWire, innerName } from '@carrara/contract/core/wireNames';
import {
  err,
  type Failures,
  fail,
  needsSubject,
  ok,
  type Path,
  type Result,
  type FailureCode,
} from '@carrara/domain/kernel';
import { z } from 'zod';
import type { DecodedInput } from '../core/operations.ts';
import { decimalsAsText } from './decimals.ts';
import { errorBody, type ErrorBody, maxErrors, wirePath } from './failures.ts';

/** A malformed request, with the response body. */
export interface MalformedRequest {
  readonly body: ErrorBody;
}

export interface RawRequest {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

type InputPart = 'params' | 'query' | 'body';
const nothing = z.strictObject({});

/**
 * Parses params, query and body by the endpoint's schemas: wire names become internal names, and unknown fields are
 * refused.
 */
export function decodeRequest(endpoint: Endpoint, raw: RawRequest): Result<DecodedInput, MalformedRequest> {
  const parts: readonly (readonly [InputPart, z.ZodType, unknown])[] = [
    ['params', endpoint.params ?? nothing, raw.params ?? {}],
    ['query', endpoint.query ?? nothing, queryOf(endpoint.query ?? nothing, raw.query)],
    ['body', endpoint.body ?? nothing.nullish(), bodyOf(endpoint, raw.body)],
  ];
  const zero = parts.find(([, , value]) => containsZeroCharacter(value));
  if (zero)
    return err({ body: errorBody([fail('INVALID_VALUE', [], 'Text can’t contain the character U+0000.')], zero[0]) });
  for (const [part, , value] of parts) {
    const path = brokenText(value, []);
    if (path) return err({ body: errorBody([fail('INVALID_TEXT', path, 'has an incomplete character')], part) });
  }
  const decoded: { params?: unknown; query?: unknown; body?: unknown } = {};
  for (const [part, schema, value] of parts) {
    if (part === 'body' && (endpoint.method === 'GET' || endpoint.accepts === 'upload')) continue;
    const parsed = schema.safeParse(value);
    if (!parsed.success) return err({ body: errorBody(failuresOf(parsed.error, value, part, schema), part) });
    if (endpoint[part]) decoded[part] = parsed.data;
  }
  return ok(decoded);
}

function bodyOf(endpoint: Endpoint, body: unknown): unknown {
  return endpoint.body ? decimalsAsText(fromWire(body), endpoint.body) : body;
}

/** Accepts query names with either case of the first letter, and a single value where a list is expected. */
function queryOf(schema: z.ZodObject, query: unknown): Record<string, unknown> {
  const shape: Readonly<Record<string, unknown>> = schema.shape;
  return Object.fromEntries(
    Object.entries(query ?? {}).map(([wire, value]) => {
      const name = innerName(wire);
      const expectsList = Object.hasOwn(shape, name) && isListSchema(shape[name]);
      return [name, expectsList && typeof value === 'string' ? [value] : value];
    }),
  );
}

function isListSchema(schema: unknown): boolean {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable) {
    return isListSchema(schema.def.innerType);
  }
  return schema instanceof z.ZodArray;
}

function failuresOf(error: z.ZodError, input: unknown, inputPart: InputPart, schema: z.ZodType): Failures {
  return error.issues.slice(0, maxErrors).flatMap((issue) => {
    const path = issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part));
    if (issue.code === 'unrecognized_keys') {
      return issue.keys
        .slice(0, maxErrors)
        .map((key) =>
          fail('UNKNOWN_FIELD', [...path, key], unknownText(wirePath([key], inputPart), inputPart, schema)),
        );
    }
    const isTyped = issue.code === 'invalid_type' || issue.code === 'invalid_value' || issue.code === 'invalid_union';
    if (isTyped && valueAt(input, path) === undefined)
      return [fail('REQUIRED', path, path.length > 0 ? 'is required' : 'The request needs a body.')];
    const isOfBody = path.length === 0 && inputPart === 'body' && needsSubject(issue.message);
    return [fail(codeOf(issue), path, isOfBody ? `The request body ${issue.message}.` : issue.message)];
  });
}

/** People type most addresses by hand, so the message lists what is allowed. */
function unknownText(name: string, part: InputPart, schema: z.ZodType): string {
  if (part !== 'query' || !(schema instanceof z.ZodObject)) return `${name} is not a field of this call.`;
  const accepted = Object.keys(schema.shape).map((parameter) => wirePath([parameter], part));
  const acceptedText = accepted.length > 0 ? `it takes ${accepted.join(', ')}` : 'it takes no parameters';
  return `${name} is not a parameter of this call; ${acceptedText}.`;
}

function codeOf(issue: z.core.$ZodIssue): FailureCode {
  if (issue.code === 'invalid_type') return 'INVALID_TYPE';
  if (issue.code === 'too_big') return 'TOO_LONG_OR_BIG';
  if (issue.code === 'too_small') return 'TOO_SHORT_OR_SMALL';
  return 'INVALID_VALUE';
}

function valueAt(input: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, part) =>
      value !== null && typeof value === 'object' ? (value as Record<string | number, unknown>)[part] : undefined,
    input,
  );
}

/** Returns the path of a text with a lone surrogate, which would be stored as a different text. */
function brokenText(value: unknown, path: Path): Path | undefined {
  if (typeof value === 'string') return /\p{Surrogate}/u.test(value) ? path : undefined;
  if (value === null || typeof value !== 'object') return undefined;
  for (const [name, item] of Object.entries(value)) {
    const found = brokenText(item, [...path, Array.isArray(value) ? Number(name) : name]);
    if (found) return found;
  }
  return undefined;
}

/** True if a text contains NUL, the only character that PostgreSQL can't store. */
function containsZeroCharacter(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\u0000');
  if (value === null || typeof value !== 'object') return false;
  return Object.values(value).some(containsZeroCharacter);
}
