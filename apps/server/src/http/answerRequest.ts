import type { ActingToken } from '@carrara/adapters/postgres/engine/journal/tenantContext';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import type { Endpoint } from '@carrara/contract/core/endpoint';
import { moduleOfPath } from '@carrara/contract/core/modules';
import type { Application } from '@carrara/contract/core/permissions';
import { fromWire, wireText } from '@carrara/contract/core/wireNames';
import { err, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { UploadTurns } from '../pool/uploadTurns.ts';
import {
  type AnyOperation,
  isReadOnce,
  type DecodedInput,
  type FileAnswer,
  operationHalves,
  type PublicContext,
  type RequestContext,
  type TenantOfRequest,
  type UploadedFile,
} from '../core/operations.ts';
import { type Admission, admitRequest, type Gate, hasRequiredStrength } from './access.ts';
import { identifyClient } from './client.ts';
import { decodeRequest } from '../calls/decode.ts';
import type { ListFiles } from '../files/exportList.ts';
import { sendFile } from './files.ts';
import { runOnce } from './runOnce.ts';
import { isCompressible, sendJson } from './sendJson.ts';
import { type Answer, discardFile, encode, operationAnswer } from '../calls/operationAnswer.ts';
import {
  accessEnded,
  accessNotLogged,
  completeDisclosure,
  type Disclosure,
  disclosureInJson,
  sensitiveFileName,
} from '../calls/disclosure.ts';
import { refuse, RefusalError } from './refusalError.ts';
import type { BackgroundWorker } from '../jobs/backgroundWorker.ts';
import { isFileAnswer, runsOffThread } from '../calls/offThreadCalls.ts';
import { todayIn } from '../core/today.ts';
import { readUpload } from './uploads.ts';

/** An access to sensitive data, for its log. */
interface SensitiveAccess extends Disclosure {
  readonly personId: string;
  readonly sessionId: string;
  readonly operation: string;
  readonly isExport: boolean;
  /** Requested parameters as JSON. */
  readonly query: string;
  readonly address: string;
}

/** Functions that areas register for requests. */
interface RequestHooks {
  readonly logAccess: (tx: Transaction, access: SensitiveAccess) => Promise<unknown>;
  /** True if the person may see all that a response discloses. */
  readonly canView: (tx: Transaction, disclosure: Disclosure) => Promise<boolean>;
  readonly logDownload: (tx: Transaction, file: { personId: string; name: string; at: Date }) => Promise<unknown>;
  /** True if a call takes long with these parameters. Only for calls that can run off the request thread. */
  readonly isLong: (tx: Transaction, params: unknown) => Promise<boolean>;
}

/** Dependencies of the request handler. */
export interface Runtime {
  readonly gate: Gate;
  readonly hooks: RequestHooks;
  readonly listFiles: ListFiles;
  readonly uploadLimitBytes: number;
  readonly turns: UploadTurns;
  readonly background: BackgroundWorker;
  /** Called after a commit off the request thread that left events for open screens. */
  readonly onCommitted: () => void;
  readonly secureCookies: boolean;
  readonly now: () => Date;
  /** Runs work in a transaction of one tenant. A failure rolls it back. */
  readonly inTenant: <T>(
    scope: TenantScope,
    work: (tx: Transaction) => Promise<Result<T, Failures>>,
  ) => Promise<Result<T, Failures>>;
  readonly tenantOf: (tx: Transaction) => Promise<TenantOfRequest>;
}

interface TenantScope {
  readonly tenantId: string;
  readonly personId: string;
  readonly module: Application | undefined;
  readonly token: ActingToken | undefined;
  readonly now: Date;
  readonly readOnly: boolean;
  /** True if the operation runs a single statement. */
  readonly singleStatement: boolean;
}

export interface Route {
  readonly concept: string;
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly operation: AnyOperation;
  readonly runtime: Runtime;
}

/** Input of a request: its validated values and, for an upload, its file. */
type Input = DecodedInput & { readonly file?: UploadedFile };

declare module 'fastify' {
  interface FastifyRequest {
    /** The admission and its time. Absent before admission. */
    admitted?: { readonly admission: Admission; readonly now: Date };
  }
}

/**
 * Decides who may proceed and stores the admission in the request. Fails: throws the refusal, which ends the request
 * before its body is read.
 */
export async function storeAdmission({ endpoint, runtime }: Route, request: FastifyRequest): Promise<undefined> {
  const now = runtime.now();
  const admission = await admitRequest(endpoint, request, runtime.gate, now);
  if (admission.isErr()) throw new RefusalError(admission.error);
  request.admitted = { admission: admission.value, now };
}

/** Handles an admitted request: validation, then the operation in its transaction, then the response. */
export async function answerRequest(route: Route, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { endpoint, runtime } = route;
  if (!request.admitted) throw new Error('Nobody was admitted to this request.');
  const { admission, now } = request.admitted;
  const decoded = decodeRequest(endpoint, {
    params: request.params,
    query: queryOf(endpoint, request),
    body: request.body,
  });
  if (decoded.isErr()) return reply.code(400).send(decoded.error.body);
  const base = { now, requestId: request.id, client: identifyClient(request, reply, runtime.secureCookies) };
  const outcome =
    endpoint.accepts === 'upload'
      ? await runWithFile(route, request, admission, base, decoded.value)
      : admission.kind === 'tenant' && runsOffThread(endpoint, decoded.value)
        ? await answerOffThread(route, request, reply, admission, base, decoded.value)
        : admission.kind === 'tenant' &&
            endpoint.offThread === 'ifLarge' &&
            (await isLong(route, admission, decoded.value, now))
          ? await answerInBackground(route, admission, base, decoded.value)
          : await run(route, request, admission, base, decoded.value);
  if (outcome.isErr()) return refuse(reply, outcome.error);
  const { disclosure } = outcome.value;
  if (disclosure && !(await logAccess(route, request, admission, decoded.value, outcome.value, disclosure, now))) {
    discardFile(outcome.value);
    return refuse(reply, [accessNotLogged]);
  }
  if ('file' in outcome.value) {
    try {
      // The response to HEAD has no content, so nobody has downloaded anything.
      if (request.method !== 'HEAD') await noteFile(route, admission, outcome.value, now);
    } catch (error) {
      discardFile(outcome.value);
      throw error;
    }
    return sendFile(reply, outcome.value.file);
  }
  const { plainText } = endpoint;
  if (plainText && /^text\/plain\b/.test(request.headers.accept ?? '')) {
    const answer = fromWire(JSON.parse(outcome.value.json)) as Readonly<Record<string, unknown>>;
    return reply.type('text/plain; charset=utf-8').send(plainText.map((name) => String(answer[name])).join(':'));
  }
  return sendJson(request, reply, outcome.value.json, isCompressible(endpoint));
}

/** Logs an access to sensitive data before the response is sent. Returns false if it couldn't be logged. */
async function logAccess(
  { name, endpoint, runtime }: Route,
  request: FastifyRequest,
  admission: Admission,
  { params, query }: DecodedInput,
  answer: Answer,
  disclosure: Disclosure,
  at: Date,
): Promise<boolean> {
  if (admission.kind !== 'tenant') return false;
  const { tenant, principal } = admission;
  const { id: personId } = principal.person;
  const { token } = principal;
  const scope = { tenantId: tenant.id, personId, token, module: moduleOfPath(endpoint.path), now: at };
  const access = {
    personId,
    sessionId: principal.sessionId,
    operation: name,
    isExport: 'file' in answer,
    ...completeDisclosure(endpoint, params, disclosure),
    query: JSON.stringify({ ...(params as object), ...(query as object) }),
    address: request.ip,
  };
  try {
    await runtime.inTenant({ ...scope, readOnly: false, singleStatement: true }, async (tx) =>
      ok(await runtime.hooks.logAccess(tx, access)),
    );
    return true;
  } catch (error) {
    request.log.error({ err: error }, 'a sensitive access could not be logged');
    return false;
  }
}

/**
 * Logs the download of a firm's file, except for pictures in pages. The name of a sensitive file is for those who may
 * see it, so it isn't logged.
 */
async function noteFile(
  { endpoint, runtime }: Route,
  admission: Admission,
  { file: { name, type, loggedAs, evidence }, disclosure }: Extract<Answer, { readonly file: FileAnswer }>,
  at: Date,
): Promise<void> {
  if (admission.kind !== 'tenant' || type.startsWith('image/')) return;
  const { tenant, principal } = admission;
  const { person, token } = principal;
  const scope = { tenantId: tenant.id, personId: person.id, token, module: moduleOfPath(endpoint.path), now: at };
  await runtime.inTenant({ ...scope, readOnly: false, singleStatement: evidence === undefined }, async (tx) => {
    const loggedName = loggedAs ?? (disclosure === undefined ? name : sensitiveFileName);
    await runtime.hooks.logDownload(tx, { personId: scope.personId, name: loggedName, at });
    return ok(await evidence?.(tx));
  });
}

/** Receives the file of the request, within the limits for files and firms, and frees its slot at the end. */
async function runWithFile(
  route: Route,
  request: FastifyRequest,
  admission: Admission,
  base: PublicContext,
  input: DecodedInput,
): Promise<Result<Answer, Failures>> {
  const { turns, uploadLimitBytes } = route.runtime;
  const tenantId = admission.kind === 'tenant' ? admission.tenant.id : '';
  const leave = turns.enter(admission.kind === 'signedIn' ? admission.principal.person.id : tenantId);
  if (leave.isErr()) return err(leave.error);
  try {
    const file = await readUpload(request, uploadLimitBytes);
    if (file.isErr()) return err(file.error);
    try {
      return await run(route, request, admission, base, { ...input, file: file.value });
    } finally {
      await file.value.close();
    }
  } finally {
    leave.value();
  }
}

/** Returns the query without the credentials of a download, which aren't parameters of the endpoint. */
function queryOf(endpoint: Endpoint, request: FastifyRequest): unknown {
  if (endpoint.method !== 'GET') return request.query;
  const { AuthToken: _token, tenant_id: _tenant, ...rest } = request.query as Record<string, unknown>;
  return rest;
}

type InTenant = Admission & { readonly kind: 'tenant' };

/** Describes the caller for an off-thread call. */
function backgroundRequest(
  endpoint: Endpoint,
  { principal: { person, sessionId, token }, grants, tenant }: InTenant,
  { now, requestId }: PublicContext,
) {
  const today = todayIn(tenant.settings['timeZone'], now);
  const module = moduleOfPath(endpoint.path);
  return {
    scope: { tenantId: tenant.id, personId: person.id, token, module, now: now.toISOString() },
    facts: { now, requestId, person, sessionId, grants, tenant, today },
  };
}

/** Answers a call in the worker pool. A file is created only as long as somebody waits for it. */
async function answerOffThread(
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  admission: InTenant,
  base: PublicContext,
  input: Input,
): Promise<Result<Answer, Failures>> {
  const { name, concept, endpoint, runtime } = route;
  const disconnected = new AbortController();
  reply.raw.once('close', () => disconnected.abort());
  // The client can disconnect while it is admitted.
  if (reply.raw.closed) disconnected.abort();
  const call = { concept, name, isFile: isFileAnswer(endpoint, input) };
  const order = { call, ...backgroundRequest(endpoint, admission, base), input };
  const answer = await runtime.background.run(order, { signal: disconnected.signal, waitMs: waitOf(request) });
  return answer.andThen((content) => strongEnough(route, admission, content, base.now));
}

/** Returns the response if the sign-in is strong enough for it. Otherwise closes its file. */
function strongEnough({ endpoint }: Route, admission: InTenant, answer: Answer, now: Date): Result<Answer, Failures> {
  const found = hasRequiredStrength(admission, endpoint.sensitive !== 'always' && isSensitive(answer), now);
  if (found.isErr()) discardFile(answer);
  return found.map(() => answer);
}

/** True if the response is sensitive. It then needs the same strength as that of endpoints declared to be. */
const isSensitive = (answer: Answer) =>
  answer.disclosure !== undefined || ('file' in answer && answer.file.requiresStrength === true);

const longestWaitMs = 60_000;
/** Returns how long an export may wait for its turn: `Prefer: wait=3` (RFC 7240) requests less than a minute. */
function waitOf({ headers }: FastifyRequest): number {
  const [, seconds] = /(?:^|[\s,;])wait=(\d{1,3})(?:$|[\s,;])/i.exec(String(headers['prefer'] ?? '')) ?? [];
  return seconds === undefined ? longestWaitMs : Math.min(longestWaitMs, Number(seconds) * 1_000);
}

/** True if the call takes long. */
async function isLong(
  { endpoint, runtime }: Route,
  { principal, tenant }: InTenant,
  { params }: DecodedInput,
  now: Date,
): Promise<boolean> {
  const scope = { tenantId: tenant.id, personId: principal.person.id, token: principal.token, now };
  const found = await runtime.inTenant(
    { ...scope, module: moduleOfPath(endpoint.path), readOnly: true, singleStatement: true },
    async (tx) => ok(await runtime.hooks.isLong(tx, params)),
  );
  return found.unwrapOr(false);
}

/** Answers a call off the request thread. */
async function answerInBackground(
  { name, concept, endpoint, runtime }: Route,
  admission: InTenant,
  base: PublicContext,
  input: Input,
): Promise<Result<Answer, Failures>> {
  const call = { concept, name, isFile: false };
  const answer = await runtime.background.answer({ call, ...backgroundRequest(endpoint, admission, base), input });
  if (answer.isOk() && endpoint.method !== 'GET') runtime.onCommitted();
  return answer;
}

async function run(
  route: Route,
  request: FastifyRequest,
  admission: Admission,
  base: PublicContext,
  input: Input,
): Promise<Result<Answer, Failures>> {
  const { endpoint, operation, runtime } = route;
  if (admission.kind === 'public') return (await operation(base, input)).map((value) => encode(endpoint, value));
  const { person, sessionId, token, proof } = admission.principal;
  const signedIn = { ...base, person, sessionId, proof, tokenTenantId: token?.tenantId };
  if (admission.kind === 'signedIn') return (await operation(signedIn, input)).map((value) => encode(endpoint, value));
  const { tenant: admittedTo, grants } = admission;
  const readOnly = endpoint.method === 'GET' || endpoint.readOnly === true;
  const singleStatement = endpoint.method === 'GET' && isReadOnce(operation) && !isFileAnswer(endpoint, input);
  const module = moduleOfPath(endpoint.path);
  const within = <T>(readOnly: boolean, work: (context: RequestContext) => Promise<Result<T, Failures>>) =>
    runtime.inTenant(
      { tenantId: admittedTo.id, personId: person.id, token, module, now: base.now, readOnly, singleStatement },
      async (tx) => {
        // A request with a body may have waited, so it uses the firm as of its own transaction.
        const tenant = endpoint.method === 'GET' ? admittedTo : await runtime.tenantOf(tx);
        const today = todayIn(tenant.settings['timeZone'], base.now);
        return work({ ...signedIn, tx, tenant, grants, today });
      },
    );
  const answered = async (candidate: Route, context: RequestContext): Promise<Result<Answer, Failures>> =>
    (await runInTenant(candidate, request, context, input)).andThen((answer) =>
      strongEnough(route, admission, answer, base.now),
    );
  const halves = operationHalves(operation);
  if (!halves) return within(readOnly, (context) => answered(route, context));
  const prepared = await halves.prepare((read) => within(true, read), input as never);
  if (prepared.isErr()) return err(prepared.error);
  let isUsed = false;
  const second: AnyOperation = (context, callInput) => {
    isUsed = true;
    return halves.run(context as RequestContext, callInput as never, prepared.value);
  };
  // After an error it is unknown if the transaction committed, so files that it may have named stay.
  const answer = await within(readOnly, (context) => answered({ ...route, operation: second }, context));
  if (answer.isErr() || !isUsed) await halves.unused?.(prepared.value);
  return answer;
}

async function runInTenant(
  route: Route,
  request: FastifyRequest,
  context: RequestContext,
  input: Input,
): Promise<Result<Answer, Failures>> {
  const { endpoint, operation, name, runtime } = route;
  const key = request.headers['idempotency-key'];
  if (key !== undefined && !endpoint.idempotent && endpoint.method === 'POST' && !endpoint.readOnly)
    return err([
      fail('UNKNOWN_FIELD', ['Idempotency-Key'], 'This call doesn’t take an Idempotency-Key. Leave it out.'),
    ]);
  if (!endpoint.idempotent || typeof key !== 'string')
    return operationAnswer({ endpoint, operation, listFiles: runtime.listFiles }, context, input);
  const repeat = {
    tx: context.tx,
    tenantId: context.tenant.id,
    personId: context.person.id,
    key,
    operation: name,
    input,
    now: context.now,
  };
  let isRepeat = true;
  const text = await runOnce(repeat, async () => {
    isRepeat = false;
    return (await operation(context, input)).map(wireText);
  });
  if (text.isErr()) return err(text.error);
  const json = text.value;
  const disclosure = endpoint.sensitive && disclosureInJson(endpoint, fromWire(JSON.parse(json)));
  // A repeated response is an access as well, and the permission may have ended since.
  if (isRepeat && disclosure && !(await runtime.hooks.canView(context.tx, disclosure))) return err([accessEnded]);
  return ok({ json, disclosure });
}
