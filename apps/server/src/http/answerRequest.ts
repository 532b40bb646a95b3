import type { ActingToken, Transaction } from '@carrara/adapters/postgres/engine/unitOfWork';
import { keepPayRead } from '@carrara/adapters/postgres/compensation/payAccess';
import { isLargeVehicle } from '@carrara/adapters/postgres/performance/ledger';
import { keepDownload } from '@carrara/adapters/postgres/platform/userActivity';
import type { Endpoint } from '@carrara/contract/core/endpoint';
import { moduleOfPath } from '@carrara/contract/core/modules';
import type { Application } from '@carrara/contract/core/permissions';
import { fromWire, wireText } from '@carrara/contract/core/wireNames';
import { err, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { UploadTurns } from '../imports/uploadTurns.ts';
import {
  type AnyOperation,
  asksOnce,
  type FileAnswer,
  halvesOf,
  type PublicContext,
  type RequestContext,
  type TenantOfRequest,
  type UploadedFile,
} from '../operations.ts';
import { type Admission, admit, type Gate, sureEnough } from './access.ts';
import { clientOf } from './client.ts';
import { type Decoded, decodeRequest } from './decode.ts';
import { type ExportFormat, exportList, type ListFiles, type RowsOperation, wantedFormat } from './exportList.ts';
import { errorBody, statusOf } from './failures.ts';
import { sendFile } from './files.ts';
import { runOnce } from './idempotency.ts';
import { gatherPay, payInFile, payInJson, type PayTold, whosePay } from './payTold.ts';
import { Refused } from './refused.ts';
import { type Beside, type CallBeside, type CallOfVehicle, isBeside, isOfVehicle } from '../thread/beside.ts';
import { todayIn } from './today.ts';
import { readUpload } from './uploads.ts';

/** What answering a request needs from outside. */
export interface Runtime {
  readonly gate: Gate;
  readonly listFiles: ListFiles;
  readonly uploadLimitBytes: number;
  readonly turns: UploadTurns;
  readonly beside: Beside;
  /** Called after a commit beside the requests that left events for open screens. */
  readonly onCommitted: () => void;
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
  readonly module: Application | undefined;
  readonly token: ActingToken | undefined;
  readonly now: Date;
  readonly readOnly: boolean;
  /** One thing is asked of the database, and no more. */
  readonly singleStatement: boolean;
}

export interface Route {
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly operation: AnyOperation;
  readonly runtime: Runtime;
}

/** What a request brought: its checked values and, with an upload, its file. */
type Input = Decoded & { readonly file?: UploadedFile };

/** An answer on its way out: JSON text of the wire, or a file. */
type Answer = ({ readonly json: string } | { readonly file: FileAnswer }) & {
  /** Whose pay it tells; absent where it tells none. */
  readonly pay?: PayTold | undefined;
};

declare module 'fastify' {
  interface FastifyRequest {
    /** Who was let in, and when; absent while nobody was. */
    admitted?: { readonly admission: Admission; readonly now: Date };
  }
}

/** Decides who may go on and keeps it at the request. Fails: throws the refusal, which ends the request before its body is read. */
export async function keepAdmission({ endpoint, runtime }: Route, request: FastifyRequest): Promise<undefined> {
  const now = runtime.now();
  const admission = await admit(endpoint, request, runtime.gate, now);
  if (admission.isErr()) throw new Refused(admission.error);
  request.admitted = { admission: admission.value, now };
}

/** For one who was admitted: validation, then the operation in its transaction, then the answer. */
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
  const base = { now, requestId: request.id, client: clientOf(request, reply, runtime.secureCookies) };
  const outcome =
    endpoint.accepts === 'upload'
      ? await runWithFile(route, request, admission, base, decoded.value)
      : admission.kind === 'tenant' && isBeside(route.name, wantedFormat(endpoint, decoded.value))
        ? await runBeside(route.name, route, reply, admission, base, decoded.value)
        : admission.kind === 'tenant' &&
            isOfVehicle(route.name) &&
            (await isOfLargeVehicle(route, admission, decoded.value, now))
          ? await answerBeside(route.name, route, admission, base, decoded.value)
          : await run(route, request, admission, base, decoded.value);
  if (outcome.isErr()) return refuse(reply, outcome.error);
  if (
    outcome.value.pay &&
    !(await notePay(route, request, admission, decoded.value, outcome.value, outcome.value.pay, now))
  )
    return refuse(reply, [fail('UNAVAILABLE', [], 'Who looks at pay is written down, which is not possible now.')]);
  if ('file' in outcome.value) {
    await noteFile(route, admission, outcome.value, now);
    return sendFile(reply, outcome.value.file);
  }
  const { plainText } = endpoint;
  if (plainText && /^text\/plain\b/.test(request.headers.accept ?? '')) {
    const answer = fromWire(JSON.parse(outcome.value.json)) as Readonly<Record<string, unknown>>;
    return reply.type('text/plain; charset=utf-8').send(plainText.map((name) => String(answer[name])).join(':'));
  }
  return reply.type('application/json; charset=utf-8').send(outcome.value.json);
}

/** Notes who looked at whose pay, before the answer leaves; false where that could not be written. */
async function notePay(
  { name, endpoint, runtime }: Route,
  request: FastifyRequest,
  admission: Admission,
  { params, query }: Decoded,
  answer: Answer,
  pay: PayTold,
  at: Date,
): Promise<boolean> {
  if (admission.kind !== 'tenant') return false;
  const { tenant, principal } = admission;
  const { id: personId } = principal.person;
  const { token } = principal;
  const scope = { tenantId: tenant.id, personId, token, module: moduleOfPath(endpoint.path), now: at };
  const read = {
    personId,
    sessionId: principal.sessionId,
    operation: name,
    isExport: 'file' in answer,
    ...whosePay(endpoint, params, pay),
    asked: JSON.stringify({ ...(params as object), ...(query as object) }),
    address: request.ip,
  };
  try {
    await runtime.inTenant({ ...scope, readOnly: false, singleStatement: true }, async (tx) =>
      ok(await keepPayRead(tx, read)),
    );
    return true;
  } catch (error) {
    request.log.error({ err: error }, 'a look at pay could not be written down');
    return false;
  }
}

/** Notes who fetched a file of a firm; pictures of pages are none. What a file of pay is called may name whom it is of, and is read by more than see that pay. */
async function noteFile(
  { endpoint, runtime }: Route,
  admission: Admission,
  { file: { name, type, loggedAs, evidence }, pay }: Extract<Answer, { readonly file: FileAnswer }>,
  at: Date,
): Promise<void> {
  if (admission.kind !== 'tenant' || type.startsWith('image/')) return;
  const { tenant, principal } = admission;
  const { person, token } = principal;
  const scope = { tenantId: tenant.id, personId: person.id, token, module: moduleOfPath(endpoint.path), now: at };
  await runtime.inTenant({ ...scope, readOnly: false, singleStatement: evidence === undefined }, async (tx) => {
    const told = loggedAs ?? (pay === undefined ? name : 'File of compensation');
    await keepDownload(tx, { personId: scope.personId, name: told, at });
    return ok(await evidence?.(tx));
  });
}

/** Takes the file of the request in, within the limits of a file and of a firm, and gives its place back at the end. */
async function runWithFile(
  route: Route,
  request: FastifyRequest,
  admission: Admission,
  base: PublicContext,
  input: Decoded,
): Promise<Result<Answer, Failures>> {
  const { turns, uploadLimitBytes } = route.runtime;
  const whose = admission.kind === 'tenant' ? admission.tenant.id : '';
  const leave = turns.enter(admission.kind === 'signedIn' ? admission.principal.person.id : whose);
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

function refuse(reply: FastifyReply, failures: Failures): FastifyReply {
  return reply.code(statusOf(failures)).send(errorBody(failures));
}

/** The credentials of a download are no parameters of the call. */
function queryOf(endpoint: Endpoint, request: FastifyRequest): unknown {
  if (endpoint.method !== 'GET') return request.query;
  const { AuthToken: _token, tenant_id: _tenant, ...rest } = request.query as Record<string, unknown>;
  return rest;
}

type InTenant = Admission & { readonly kind: 'tenant' };

/** Who asks, as a thread beside the requests is told. */
function askedBeside(
  endpoint: Endpoint,
  { principal: { person, sessionId, token }, grants, tenant }: InTenant,
  { now, requestId }: PublicContext,
) {
  const today = todayIn(tenant.settings['timeZone'], now);
  const module = moduleOfPath(endpoint.path);
  return {
    scope: { tenantId: tenant.id, personId: person.id, token, module, now: now.toISOString() },
    told: { now, requestId, person, sessionId, grants, tenant, today },
  };
}

/** Has a file made beside the requests, for as long as somebody waits for it. */
async function runBeside(
  call: CallBeside,
  { endpoint, runtime }: Route,
  reply: FastifyReply,
  admission: InTenant,
  base: PublicContext,
  input: Input,
): Promise<Result<Answer, Failures>> {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  const order = { call, ...askedBeside(endpoint, admission, base), input };
  return (await runtime.beside.make(order, gone.signal)).map((file) => ofFile(endpoint, file));
}

/** Whether the vehicle that a call names is one whose figures take long. */
async function isOfLargeVehicle(
  { endpoint, runtime }: Route,
  { principal, tenant }: InTenant,
  { params }: Decoded,
  now: Date,
): Promise<boolean> {
  const { vehicleId } = params as { readonly vehicleId: string };
  const scope = { tenantId: tenant.id, personId: principal.person.id, token: principal.token, now };
  const found = await runtime.inTenant(
    { ...scope, module: moduleOfPath(endpoint.path), readOnly: true, singleStatement: true },
    async (tx) => ok(await isLargeVehicle(tx, vehicleId)),
  );
  return found.unwrapOr(false);
}

/** Has a call answered beside the requests. */
async function answerBeside(
  call: CallOfVehicle,
  { endpoint, runtime }: Route,
  admission: InTenant,
  base: PublicContext,
  input: Input,
): Promise<Result<Answer, Failures>> {
  const readOnly = endpoint.method === 'GET';
  const answer = await runtime.beside.answer({ call, ...askedBeside(endpoint, admission, base), input, readOnly });
  if (answer.isOk() && !readOnly) runtime.onCommitted();
  return answer.map((value) => encode(endpoint, value));
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
  const signedIn = { ...base, person, sessionId, proof };
  if (admission.kind === 'signedIn') return (await operation(signedIn, input)).map((value) => encode(endpoint, value));
  const { tenant: admittedTo, grants } = admission;
  const readOnly = endpoint.method === 'GET' || endpoint.readOnly === true;
  const singleStatement = endpoint.method === 'GET' && asksOnce(operation) && !wantedFormat(endpoint, input);
  const module = moduleOfPath(endpoint.path);
  const within = <T>(readOnly: boolean, work: (context: RequestContext) => Promise<Result<T, Failures>>) =>
    runtime.inTenant(
      { tenantId: admittedTo.id, personId: person.id, token, module, now: base.now, readOnly, singleStatement },
      async (tx) => {
        // What has a body may have waited for it, and goes by the firm as it is in its own transaction.
        const tenant = endpoint.method === 'GET' ? admittedTo : await runtime.tenantOf(tx);
        const today = todayIn(tenant.settings['timeZone'], base.now);
        return work({ ...signedIn, tx, tenant, grants, today });
      },
    );
  /** What turns out to be of pay asks for as much as what is so by its name; what was done for it is rolled back. */
  const isSensitive = (answer: Answer) =>
    answer.pay !== undefined || ('file' in answer && answer.file.asksStrength === true);
  const answered = async (one: Route, context: RequestContext): Promise<Result<Answer, Failures>> =>
    (await runInTenant(one, request, context, input)).andThen((answer) =>
      sureEnough(admission, endpoint.sensitive !== 'pay' && isSensitive(answer), base.now).map(() => answer),
    );
  const halves = halvesOf(operation);
  if (!halves) return within(readOnly, (context) => answered(route, context));
  const prepared = await halves.prepare((look) => within(true, look), input as never);
  if (prepared.isErr()) return err(prepared.error);
  let isUsed = false;
  const second: AnyOperation = (context, given) => {
    isUsed = true;
    return halves.run(context as RequestContext, given as never, prepared.value);
  };
  // After an error it is not known whether the transaction was committed: what it may name stays.
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
  const format: ExportFormat | undefined = wantedFormat(endpoint, input);
  if (endpoint.list && format) {
    // The types have seen that the operation of a list gives its rows (`Operation`).
    const list = operation as RowsOperation;
    const pay = gatherPay(endpoint.sensitive);
    const made = await exportList(runtime.listFiles, endpoint.list, format, list, context, input, pay);
    return made.map((file) => ({ file, pay: pay?.told() }));
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
  // A repeat is a look as well.
  return text.map((json) => ({
    json,
    pay: endpoint.sensitive && payInJson(endpoint, fromWire(JSON.parse(json))),
  }));
}

function encode(endpoint: Endpoint, value: unknown): Answer {
  if (endpoint.answers === 'file') return ofFile(endpoint, value as FileAnswer);
  return { json: wireText(value), pay: payInJson(endpoint, value) };
}

const ofFile = (endpoint: Endpoint, file: FileAnswer): Answer => ({ file, pay: payInFile(endpoint, file) });
