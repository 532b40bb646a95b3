import { fileKind } from '@carrara/contract/core/fileTypes';
import { callsByConcept } from '@carrara/contract/contract';
import type { Endpoint } from '@carrara/contract/core/endpoint';
import { toWire } from '@carrara/contract/core/wireNames';
import { err, type Failures, ok, type Result } from '@carrara/domain/kernel';
import { readFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { z } from 'zod';
import { decodeRequest } from '../calls/decode.ts';
import { operationNamed, type RequestContext, type ServedOperations } from '../core/operations.ts';
import { uploadedFile } from '../files/uploadedFile.ts';
import type { Names } from './names.ts';
import type { ProgramCall, ProgramCalls } from './programCalls.ts';
import type { Step } from './steps.ts';

interface Input {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
}
type Fields = Readonly<Record<string, unknown>>;

async function uploaded(path: string) {
  const type = extname(path) === '.png' ? 'image/png' : fileKind(path).mediaType;
  return uploadedFile(basename(path), type, await readFile(path));
}

const shapeOf = ({ body }: Endpoint): Fields => (body instanceof z.ZodObject ? body.shape : {});
const fieldsOf = (value: unknown): Fields =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Fields) : {};

/** Returns the id of the record that a call changes, if it names one. */
function changedId({ params, body }: Input): string | undefined {
  const { id } = fieldsOf(params);
  const own = fieldsOf(body);
  const found = id ?? own['id'] ?? own['distributionId'];
  return typeof found === 'string' ? found : undefined;
}

export interface Performance {
  readonly operations: ServedOperations;
  readonly programCalls: ProgramCalls;
  readonly names: Names;
  readonly folder: string;
}

/**
 * Performs a step: a call of the contract with its decoded input, like a request, or a call of the program. Versions
 * come from what earlier calls returned.
 */
export async function perform(
  context: RequestContext,
  step: Step,
  { operations, programCalls, names, folder }: Performance,
): Promise<Result<unknown, Failures>> {
  const resolved = async (value: unknown) => (value === undefined ? {} : await names.resolve(context.tx, value));
  const input: Input = {
    params: await resolved(step.params),
    query: await resolved(step.query),
    ...(step.body === undefined ? {} : { body: await resolved(step.body) }),
  };
  const file = step.file === undefined ? undefined : await uploaded(join(folder, step.file));
  const [concept = '', name = ''] = step.call.split('.');
  const ofProgram: ProgramCall | undefined = concept === 'program' ? programCalls[name] : undefined;
  if (ofProgram) return ofProgram(context, { ...input, file });
  const { operation, endpoint } = callOf(operations, step.call);
  const whole = step.from
    ? await onRecord(context, { input, endpoint, reading: callOf(operations, step.from) })
    : ok(decoded(endpoint, withVersion(endpoint, input, names)));
  if (whole.isErr()) return err(whole.error);
  const done = await operation(context, { ...whole.value, ...(file ? { file } : {}) });
  if (done.isErr()) return done;
  names.storeVersion(done.value);
  const { id } = fieldsOf(done.value);
  if (step.saveAs !== undefined && typeof id === 'string') names.store(step.saveAs, id);
  return done;
}

function callOf(operations: ServedOperations, call: string) {
  const [concept = '', name = ''] = call.split('.');
  const endpoint = callsByConcept[concept]?.[name];
  const operation = operationNamed(operations, concept, name);
  if (!endpoint || !operation) throw new Error(`there is no call ${call}`);
  return { endpoint, operation };
}

/** Decodes like a request. Throws if the input doesn't fit the call, which is a mistake in the demo. */
function decoded(endpoint: Endpoint, { params = {}, query = {}, body }: Input): Input {
  const read = decodeRequest(endpoint, { params, query, body: toWire(body ?? (endpoint.body ? {} : undefined)) });
  if (read.isErr()) throw new Error(JSON.stringify(read.error.body));
  return read.value;
}

/** Adds the version of the record that a call changes, if the call needs one. */
function withVersion(endpoint: Endpoint, input: Input, names: Names): Input {
  const id = changedId(input);
  const rowVersion = id === undefined ? undefined : names.versionOf(id);
  const body = fieldsOf(input.body);
  const { rowVersion: field } = shapeOf(endpoint) as { readonly rowVersion?: z.ZodType };
  // A save needs one for a stored record; another call needs one if it can't do without.
  const isNeeded = field !== undefined && ('id' in body || !field.safeParse(undefined).success);
  return rowVersion !== undefined && isNeeded ? { ...input, body: { ...body, rowVersion } } : input;
}

interface OnRecord {
  readonly input: Input;
  readonly endpoint: Endpoint;
  readonly reading: ReturnType<typeof callOf>;
}

/**
 * Completes the input of a call by the record that another call reads. It adds the record's version, the fields that
 * the step doesn't state, and the acknowledgments of all its warnings.
 */
async function onRecord(
  context: RequestContext,
  { input, endpoint, reading }: OnRecord,
): Promise<Result<Input, Failures>> {
  const body = fieldsOf(input.body);
  const id = changedId(input);
  const shape = shapeOf(endpoint);
  const unknown = Object.keys(body).filter((key) => !(key in shape));
  if (unknown.length > 0) throw new Error(`unknown fields: ${unknown.join(', ')}`);
  const own = Object.keys(fieldsOf(input.params)).length > 0 ? input.params : { id };
  const keys = decoded(reading.endpoint, reading.endpoint.params ? { params: own } : {});
  const read = await reading.operation(context, keys);
  if (read.isErr()) return err(read.error);
  const record = fieldsOf(read.value);
  const stored = Object.fromEntries(Object.entries(record).filter(([key]) => key in shape));
  const warnings = (record['warnings'] ?? []) as readonly { readonly acknowledgment?: string | null }[];
  const acknowledged = warnings.flatMap(({ acknowledgment }) => acknowledgment ?? []);
  return ok({
    ...input,
    body: { ...stored, ...('acknowledged' in shape ? { acknowledged } : {}), ...body },
  });
}
