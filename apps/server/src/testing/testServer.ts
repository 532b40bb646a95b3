import { openFiles } from '@carrara/adapters/files/openFiles';
import { createPasswords } from '@carrara/adapters/identity/passwords';
import { secretSeal } from '@carrara/adapters/identity/sealedSecret';
import { createSmtpMailer } from '@carrara/adapters/mail/smtpMailer';
import type { AuditKey } from '@carrara/adapters/postgres/engine/journal/auditKey';
import { startPublisher } from '@carrara/adapters/postgres/engine/outbox/publisher';
import { unitOfWork, type WithTenant } from '@carrara/adapters/postgres/engine/unitOfWork/withTenant';
import { type TestDatabase, testDatabase } from '@carrara/adapters/postgres/testing/testDatabase';
import type { Application, Role } from '@carrara/contract/core/permissions';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 as newId } from 'uuid';
import { buildServer, type Server } from '../process/buildServer.ts';
import { type Composition, compose } from '../process/composition.ts';
import { filesOptions, isHttps, readConfiguration } from '../core/configuration.ts';
import { createLetterThread } from '../letters/letterThread.ts';
import { createLiveChannel, type LiveChannel } from '../live/liveChannel.ts';
import { createNoticeHandler, createNoticeSenders } from '../live/notices.ts';
import { serveLive } from '../live/serveLive.ts';
import { createLogger } from '../process/logger.ts';
import { measuresFor } from '../process/measuresFor.ts';
import { signInMethods } from '../process/signInMethods.ts';
import { type MailRunner, startMailRunner } from '../jobs/mail/mailRunner.ts';
import { lettersTask } from '../jobs/lettersTask.ts';
import { createWorker } from '../process/thread/createWorker.ts';
import { startTaskRunner, type TaskRunner } from '../jobs/taskRunner.ts';
import { openTracing } from '../process/tracing.ts';
import { assertNamedRefusals } from './namedRefusals.ts';
import { createTestClient, type TestClient } from './testClient.ts';

/** A person in a test, with a session. */
export interface TestPerson {
  readonly personId: string;
  /** Firm that the person was created in. */
  readonly tenantId: string;
  readonly login: string;
  readonly password: string;
  readonly token: string;
}

/** Database, folder and key of a server. */
export interface TestGround {
  readonly database: TestDatabase;
  /** Folder that contains its files, in `files`. */
  readonly folder: string;
  readonly auditKey: AuditKey;
  /** Removes everything, unless other servers use it. */
  leave(): Promise<void>;
}

export interface TestServerOptions {
  readonly environment?: Readonly<Record<string, string>>;
  /** Receives the lines of the log. */
  readonly onLine?: (line: string) => void;
  /** Defaults to an empty database and folder. */
  readonly ground?: TestGround;
}

/** Creates a database without records and an empty folder. */
export async function emptyGround(): Promise<TestGround> {
  const database = await testDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'carrara-files-'));
  const leave = async () => {
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  };
  return { database, folder, auditKey: randomBytes(32), leave };
}

/** The whole server in process, with its own database. Its clock stands still until it is moved. */
export class TestServer {
  readonly app: FastifyInstance;
  readonly server: Server;
  readonly database: TestDatabase;
  readonly channel: LiveChannel;
  readonly withTenant: WithTenant;
  readonly auditKey: AuditKey;
  readonly #clock: { now: Date };
  readonly #stop: () => Promise<void>;
  readonly #passwordHash: string;
  readonly #composition: Composition;
  /** Sends due mails if the environment has a mail server. */
  readonly mails: MailRunner | undefined;

  static readonly password = 'correct horse battery staple';

  private constructor(parts: {
    server: Server;
    database: TestDatabase;
    channel: LiveChannel;
    withTenant: WithTenant;
    auditKey: AuditKey;
    clock: { now: Date };
    stop: () => Promise<void>;
    passwordHash: string;
    composition: Composition;
    mails: MailRunner | undefined;
  }) {
    this.server = parts.server;
    this.app = parts.server.app;
    this.database = parts.database;
    this.channel = parts.channel;
    this.withTenant = parts.withTenant;
    this.auditKey = parts.auditKey;
    this.#clock = parts.clock;
    this.#stop = parts.stop;
    this.#passwordHash = parts.passwordHash;
    this.#composition = parts.composition;
    this.mails = parts.mails;
  }

  static async start(options: TestServerOptions = {}): Promise<TestServer> {
    const { database, folder, auditKey, leave } = options.ground ?? (await emptyGround());
    const read = readConfiguration({ environment: { LOG_LEVEL: 'silent', ...options.environment }, args: [] });
    if (read.isErr()) throw new Error(read.error.join());
    const configuration = read.value;
    const clock = { now: new Date('2026-10-01T12:00:00.000Z') };
    const now = () => clock.now;
    const channel = createLiveChannel({ app: database.app, worker: database.worker, now, log: () => undefined });
    const publisher = await startPublisher({
      worker: database.worker,
      workerUrl: database.workerUrl,
      onEvents: channel.publish,
      onNotice: createNoticeHandler(channel),
    });
    const signIn = signInMethods(configuration, {
      pool: database.app,
      withTenant: unitOfWork({ pool: database.app, auditKey }),
      seal: secretSeal(auditKey),
      now,
    });
    const letters = createLetterThread(database.appUrl);
    const files = openFiles(filesOptions(configuration), folder);
    let tasks: TaskRunner | undefined;
    let mails: MailRunner | undefined;
    const { SMTP_URL, MAIL_FROM, PUBLIC_URL = 'http://localhost:4600' } = configuration;
    const tracing = configuration.TRACING
      ? await openTracing({ behindProxy: configuration.TRUST_PROXY !== false })
      : undefined;
    const background = createWorker({
      databaseUrl: database.appUrl,
      auditKey,
      stored: { options: filesOptions(configuration), folder },
      inSpan: tracing?.inSpan,
    });
    const composition = compose({
      database,
      inSpan: tracing?.inSpan,
      letters,
      background,
      auditKey,
      uploadLimitBytes: configuration.UPLOAD_LIMIT_BYTES,
      storageLimitBytes: configuration.STORAGE_LIMIT_BYTES,
      secureCookies: isHttps(configuration),
      signIn,
      files,
      notify: channel.publish,
      now,
      onCommitted: () => publisher.wake(),
      onTask: () => tasks?.wake(),
      mailFrom: SMTP_URL === undefined ? undefined : MAIL_FROM,
      onMail: () => void mails?.wake(),
      log: () => undefined,
      ...createNoticeSenders(publisher),
    });
    const server = await buildServer({
      configuration,
      logger: createLogger(configuration.LOG_LEVEL, options.onLine && { write: options.onLine }),
      webFolder: '/nonexistent',
      serveCalls: (app) => {
        assertNamedRefusals(app);
        composition.serveCalls(app);
      },
      serveProviders: signIn.serveProviders,
      serveLive: (app, border) =>
        serveLive(app, { channel, app: database.app, border, https: isHttps(configuration), now }),
      ping: async () => void (await database.app.query('SELECT 1')),
      measures: measuresFor(database, publisher, now),
      tracing,
    });
    await server.app.ready();
    tasks = startTaskRunner({
      worker: database.worker,
      app: database.app,
      withTenant: composition.withTenant,
      files,
      kinds: { letters: lettersTask(letters), ...composition.tasks },
      now,
      inSpan: tracing?.inSpan,
      log: () => undefined,
    });
    if (SMTP_URL !== undefined && MAIL_FROM !== undefined)
      mails = startMailRunner({
        worker: database.worker,
        mailer: createSmtpMailer({ url: SMTP_URL, from: MAIL_FROM, patienceMs: 1_000, silenceMs: 1_000 }),
        seal: secretSeal(auditKey),
        publicUrl: PUBLIC_URL,
        now,
        onRefused: () => undefined,
        log: () => undefined,
        pollMs: 200,
      });
    const stop = async () => {
      await server.app.close();
      await Promise.all([tasks?.stop(), mails?.stop()]);
      await Promise.all([letters.close(), background.close()]);
      await publisher.stop();
      await leave();
    };
    const withTenant = unitOfWork({ pool: database.app, auditKey, onCommitted: () => publisher.wake() });
    const passwordHash = await createPasswords().hash(TestServer.password);
    return new TestServer({
      server,
      database,
      channel,
      withTenant,
      auditKey,
      clock,
      stop,
      passwordHash,
      composition,
      mails,
    });
  }

  /** Runs work without a request, such as creating the demo. */
  seed(work: (composition: Composition) => Promise<void>): Promise<void> {
    return work(this.#composition);
  }

  get now(): Date {
    return this.#clock.now;
  }

  passMinutes(minutes: number): void {
    this.#clock.now = new Date(this.#clock.now.getTime() + minutes * 60_000);
  }

  async tenant(name = `Tenant ${newId()}`): Promise<string> {
    const id = newId();
    await this.database.worker.query('INSERT INTO tenant (id, name) VALUES ($1, $2)', [id, name]);
    return id;
  }

  /** Creates a signed-in person with these roles in a tenant. */
  async person(
    tenantId: string,
    roles: Partial<Record<Application, Role>>,
    login = `p-${newId()}@example.test`,
  ): Promise<TestPerson> {
    const personId = newId();
    const { worker } = this.database;
    await worker.query('INSERT INTO person (id, login, first_name, last_name) VALUES ($1, $2, $3, $4)', [
      personId,
      login,
      'Ada',
      'Example',
    ]);
    await worker.query('INSERT INTO credential (person_id, password_hash) VALUES ($1, $2)', [
      personId,
      this.#passwordHash,
    ]);
    await this.join(tenantId, personId, roles);
    return { personId, tenantId, login, password: TestServer.password, token: await this.signIn(login) };
  }

  async join(tenantId: string, personId: string, roles: Partial<Record<Application, Role>>): Promise<void> {
    const { worker } = this.database;
    await worker.query('INSERT INTO membership (tenant_id, person_id) VALUES ($1, $2)', [tenantId, personId]);
    for (const [application, role] of Object.entries(roles)) {
      await worker.query(
        'INSERT INTO membership_role (tenant_id, person_id, application, role) VALUES ($1, $2, $3, $4)',
        [tenantId, personId, application, role],
      );
    }
  }

  async signIn(login: string, password: string = TestServer.password): Promise<string> {
    const answer = await this.app.inject({
      method: 'POST',
      url: '/api/signin/local',
      payload: { Login: login, Password: password, AnswerToken: true },
    });
    if (answer.statusCode !== 200) throw new Error(`sign-in: ${answer.statusCode} ${answer.body}`);
    return answer.json<{ AuthToken: string }>().AuthToken;
  }

  /**
   * Performs the first steps of a new user: signs in with the given password and changes it, which also joins the firm.
   */
  async firstSignIn(login: string, firstPassword: string, own = 'umbrella-kettle-orbit-57'): Promise<string> {
    const token = await this.signIn(login, firstPassword);
    const payload = { CurrentPassword: firstPassword, NewPassword: own };
    const answer = await this.call(token, undefined, { method: 'POST', url: '/api/user/password', payload });
    if (answer.statusCode !== 200) throw new Error(`first password: ${answer.statusCode} ${answer.body}`);
    return token;
  }

  /**
   * Returns the calls of the contract, made by a person. `server.as(ben).saveFund({ body })` returns the saved fund.
   * `server.as({})` calls without a session.
   */
  as({ token, tenantId: own }: Partial<Pick<TestPerson, 'token' | 'tenantId'>>, tenantId = own): TestClient {
    return createTestClient(this.app, { ...(token && { token }), ...(tenantId && { tenantId }) });
  }

  /** Sends a raw request, for tests of the wire: names, headers, status codes, files and malformed bodies. */
  call(token: string | undefined, tenantId: string | undefined, request: InjectOptions & { readonly url: string }) {
    return this.app.inject({
      ...request,
      headers: {
        ...(token === undefined ? {} : { authtoken: token }),
        ...(tenantId === undefined ? {} : { tenantid: tenantId }),
        ...request.headers,
      },
    });
  }

  /** Creates a reference entry, bypassing the API. */
  async referenceEntry(tenantId: string, type: string, code: string, subType = ''): Promise<string> {
    const id = newId();
    await this.withTenant({ tenantId, personId: null, now: this.now.toISOString() }, (tx) =>
      tx.query(
        'INSERT INTO reference_entry (tenant_id, id, type, sub_type, code, description) VALUES ($1, $2, $3, $5, $4, $4)',
        [tenantId, id, type, code, subType],
      ),
    );
    return id;
  }

  stop(): Promise<void> {
    return this.#stop();
  }
}
