import type { Transaction } from '@carrara/adapters/postgres/unitOfWork';
import type { Endpoint } from '@carrara/contract/endpoint';
import { wireText } from '@carrara/contract/wireNames';
import { type Failures, ok, type Result } from '@carrara/domain/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AnyOperation, FileAnswer, PublicContext, RequestContext, TenantOfRequest } from '../operations.ts';
import { type Admission, admit, type Gate } from './access.ts';
import { clientOf } from './client.ts';
import { type Decoded, decodeRequest } from './decode.ts';
import { type ExportFormat, exportList, type ListFiles, wantedFormat } from './exportList.ts';
import { errorBody, statusOf } from './failures.ts';
import { sendFile } from './files.ts';
import { runOnce } from './idempotency.ts';
import { todayIn } from './today.ts';
import { readUpload } from './uploads.ts';

/** What answering a request needs from outside. */
export interface Runtime {
  readonly gate: Gate;
  readonly listFiles: ListFiles;
  readonly uploadLimitBytes: number;
  readonly secureCookies: boolean;
  readonly now: () => Date;
  /** Runs work in a transaction of one tenant; what it answers as a failure is rolled back. */
  readonly inTenant: <T>(
    scope: TenantScope,
    work: (tx: Transaction) => Promise<Result<T, Failures>>,
  ) => Promise<Result<T, Failures>>;
  readonly tenantOf: (tx: Transaction) => Promise<TenantOfRequest>;
}

export interface TenantScope {
  readonly tenantId: string;
  readonly personId: string;
  readonly now: Date;
  readonly readOnly: boolean;
}

export interface Route {
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly operation: AnyOperation;
  readonly runtime: Runtime;
}

/** An answer on its way out: JSON text of the wire, or a file. */
type Answer = { readonly json: string } | { readonly file: FileAnswer };

/** Admission, then validation, then the operation in its transaction, then the answer. */
export async function answerRequest(route: Route, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { endpoint, runtime } = route;
  const now = runtime.now();
  const admission = await admit(endpoint, request, runtime.gate, now);
  if (admission.isErr()) return refuse(reply, admission.error);
  const decoded = decodeRequest(endpoint, {
    params: request.params,
    query: queryOf(endpoint, request),
    body: request.body,
  });
  if (decoded.isErr()) return reply.code(400).send(decoded.error.body);
  const file = endpoint.accepts === 'upload' ? await readUpload(request, runtime.uploadLimitBytes) : ok(undefined);
  if (file.isErr()) return refuse(reply, file.error);
  const input = file.value ? { ...decoded.value, file: file.value } : decoded.value;
  const base = { now, requestId: request.id, client: clientOf(request, reply, runtime.secureCookies) };
  const outcome = await run(route, request, admission.value, base, input);
  if (outcome.isErr()) return refuse(reply, outcome.error);
  if ('file' in outcome.value) return sendFile(reply, outcome.value.file);
  return reply.type('application/json; charset=utf-8').send(outcome.value.json);
}

function refuse(reply: FastifyReply, failures: Failures): FastifyReply {
  return reply.code(statusOf(failures)).send(errorBody(failures));
}

/** The credentials of a download are no parameters of the call. */
function queryOf(endpoint: Endpoint, request: FastifyRequest): unknown {
  if (endpoint.method !== 'GET') return request.query;
  const { AuthToken: _token, tenant_id: _tenant, ...rest } = request.query as Record<string, unknown>;
  return rest;
}

async function run(
  route: Route,
  request: FastifyRequest,
  admission: Admission,
  base: PublicContext,
  input: Decoded,
): Promise<Result<Answer, Failures>> {
  const { endpoint, operation, runtime } = route;
  if (admission.kind === 'public') return (await operation(base, input)).map((value) => encode(endpoint, value));
  const { person, sessionId } = admission.principal;
  const signedIn = { ...base, person, sessionId };
  if (admission.kind === 'signedIn') return (await operation(signedIn, input)).map((value) => encode(endpoint, value));
  const { tenantId, grants } = admission;
  const readOnly = endpoint.method === 'GET' || endpoint.readOnly === true;
  return runtime.inTenant({ tenantId, personId: person.id, now: base.now, readOnly }, async (tx) => {
    const tenant = await runtime.tenantOf(tx);
    const context: RequestContext = {
      ...signedIn,
      tx,
      tenant,
      grants,
      today: todayIn(tenant.settings['timeZone'], base.now),
    };
    return runInTenant(route, request, context, input);
  });
}

async function runInTenant(
  route: Route,
  request: FastifyRequest,
  context: RequestContext,
  input: Decoded,
): Promise<Result<Answer, Failures>> {
  const { endpoint, operation, name, runtime } = route;
  const format: ExportFormat | undefined = wantedFormat(endpoint, input);
  if (endpoint.list && format) {
    const file = await exportList(runtime.listFiles, endpoint.list, format, operation, context, input);
    return file.map((answer) => ({ file: answer }));
  }
  const key = request.headers['idempotency-key'];
  if (!endpoint.idempotent || typeof key !== 'string') {
    return (await operation(context, input)).map((value) => encode(endpoint, value));
  }
  const repeat = {
    tx: context.tx,
    tenantId: context.tenant.id,
    personId: context.person.id,
    key,
    operation: name,
    input,
    now: context.now,
  };
  const text = await runOnce(repeat, async () => (await operation(context, input)).map(wireText));
  return text.map((json) => ({ json }));
}

function encode(endpoint: Endpoint, value: unknown): Answer {
  return endpoint.answers === 'file' ? { file: value as FileAnswer } : { json: wireText(value) };
}
