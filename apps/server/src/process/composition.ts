import { canViewEmployeePay } from '@carrara/adapters/postgres/compensation/compEmployee';
import { storePayRead } from '@carrara/adapters/postgres/compensation/access/payReads';
import { isLargeVehicle } from '@carrara/adapters/postgres/performance/ledger/loadLedger';
import { storeDownload } from '@carrara/adapters/postgres/platform/userActivity/storeDownload';
import type { FileStore } from '@carrara/adapters/files/fileStore';
import { createPasswords } from '@carrara/adapters/identity/passwords';
import { passkeyChallenges } from '@carrara/adapters/identity/passkeyChallenges';
import { principalOfApiToken } from '@carrara/adapters/identity/apiTokens';
import { principalOfToken } from '@carrara/adapters/identity/principal';
import { secretSeal } from '@carrara/adapters/identity/sealedSecret';
import { consumeDownloadToken } from '@carrara/adapters/identity/downloadTokens';
import type { AuditKey } from '@carrara/adapters/postgres/engine/journal/auditKey';
import type { ChainHead } from '@carrara/adapters/postgres/engine/journal/verifyChain';
import type { Database } from '@carrara/adapters/postgres/engine/database/openDatabase';
import type { InSpan } from '@carrara/adapters/postgres/engine/unitOfWork/inSpan';
import type { OutgoingEvent } from '@carrara/adapters/postgres/engine/outbox/publisher';
import { unitOfWork, type WithTenant } from '@carrara/adapters/postgres/engine/unitOfWork/withTenant';
import { callsByConcept } from '@carrara/contract/contract';
import type { Endpoints } from '@carrara/contract/core/endpoint';
import { documentRead } from '@carrara/contract/core/events';
import { emptyId } from '@carrara/contract/core/kinds';
import type { FastifyInstance } from 'fastify';
import { type RecordTasks, recordTasks } from '../jobs/recordTasks.ts';
import { conceptOperations } from './conceptOperations.ts';
import { createMailQueue } from '../core/mailQueue.ts';
import { readLogo } from '../concepts/platform/settings/logo.ts';
import type { DocumentRead } from '../usecases/platform/ownDelivery.ts';
import { loadTenant } from '@carrara/adapters/postgres/platform/tenant';
import type { Runtime } from '../http/answerRequest.ts';
import { createTokenTurns } from '../http/tokenTurns.ts';
import { register } from '../http/register.ts';
import type { UploadProgress } from '../imports/uploadRuns.ts';
import { uploadTurns } from '../pool/uploadTurns.ts';
import type { LetterThread } from '../letters/letterThread.ts';
import { listFiles } from '../files/listFiles.ts';
import type { Operations, ServedOperations } from '../core/operations.ts';
import type { BackgroundWorker } from '../jobs/backgroundWorker.ts';
import type { SignInMethods } from './signInMethods.ts';

export interface CompositionOptions {
  readonly database: Database;
  readonly auditKey: AuditKey;
  readonly uploadLimitBytes: number;
  /** Limit on the total size of a firm's documents and uploads. */
  readonly storageLimitBytes: number;
  readonly secureCookies: boolean;
  readonly signIn: Pick<SignInMethods, 'localAccounts' | 'loginUrls' | 'signOutUrl'>;
  /** A well-known demo password that nobody may sign in with, if set. */
  readonly refusedPassword?: string | undefined;
  /** Store of uploaded files. */
  readonly files: FileStore;
  /** Creates letters on request. */
  readonly letters: LetterThread;
  /** Runs work that takes long, off the request thread. */
  readonly background: BackgroundWorker;
  /**
   * Informs the open screens of this process about events that aren't in the database, such as the progress of an
   * import.
   */
  readonly notify: (events: readonly OutgoingEvent[]) => void;
  readonly now: () => Date;
  /** Called after a commit that left events for open screens. */
  readonly onCommitted: () => void;
  /** Saves the head of a chain outside the database. */
  readonly storeHead?: (head: ChainHead) => Promise<void>;
  readonly inSpan?: InSpan | undefined;
  /** Called after a commit that queued a background job. */
  readonly onTask: () => void;
  /** Sender of mails. Undefined without a mail server. */
  readonly mailFrom: string | undefined;
  /** Logs errors that occur after a response. */
  readonly log: (error: unknown) => void;
  /** Called after a commit that queued a mail. */
  readonly onMail: () => void;
  /** Called when a session has ended. */
  readonly onSessionEnded: () => void;
  /**
   * Informs the open screens of all processes about events that aren't in the audit log, such as that a document was
   * read.
   */
  readonly printAll: (event: OutgoingEvent) => void;
}

/** The product's endpoints, ready to be served. Only this module depends on every package. */
export interface Composition {
  /** The operations themselves, for callers without a request, such as the demo. */
  readonly operations: ServedOperations;
  /** Kinds of background jobs that change records. */
  readonly tasks: RecordTasks;
  readonly withTenant: WithTenant;
  readonly serveCalls: (app: FastifyInstance) => void;
}

export function compose(options: CompositionOptions): Composition {
  const { database, auditKey, onCommitted, storeHead, inSpan } = options;
  const withTenant = unitOfWork({
    pool: database.app,
    auditKey,
    onCommitted,
    inSpan,
    ...(storeHead ? { storeHead } : {}),
  });
  const turns = uploadTurns();
  const runtime: Runtime = {
    gate: gateOf(database, options.secureCookies),
    hooks: {
      logAccess: storePayRead,
      canView: async (tx, { employees }) => {
        for (const employee of employees) if (!(await canViewEmployeePay(tx, employee))) return false;
        return true;
      },
      logDownload: storeDownload,
      isLong: (tx, params) => isLargeVehicle(tx, (params as { readonly vehicleId: string }).vehicleId),
    },
    listFiles,
    uploadLimitBytes: options.uploadLimitBytes,
    turns,
    background: options.background,
    onCommitted,
    secureCookies: options.secureCookies,
    now: options.now,
    inTenant: ({ tenantId, personId, token, module, now, readOnly, singleStatement }, work) =>
      withTenant({ tenantId, personId, token, module, now: now.toISOString() }, work, { readOnly, singleStatement }),
    tenantOf: loadTenant,
  };
  const uploads = {
    storage: { files: options.files, limitBytes: options.storageLimitBytes },
    turns,
    background: options.background,
    onUploadProgress: (progress: UploadProgress) => options.notify([uploadEvent(progress)]),
    onCommitted,
  };
  const seal = secretSeal(auditKey);
  const operations = conceptOperations({
    ...uploads,
    pool: database.app,
    withTenant,
    passwords: createPasswords(),
    seal,
    challenges: passkeyChallenges(auditKey),
    mails: createMailQueue({ from: options.mailFrom, seal, onMail: options.onMail }),
    onMail: options.onMail,
    later: (work) => void setImmediate(() => void work().catch(options.log)),
    localAccounts: options.signIn.localAccounts,
    loginUrls: options.signIn.loginUrls,
    signOutUrl: options.signIn.signOutUrl,
    log: options.log,
    refusedPassword: options.refusedPassword,
    onSessionEnded: options.onSessionEnded,
    onDocumentRead: (read) => options.printAll(readEvent(read)),
    files: options.files,
    letters: options.letters,
    onTask: options.onTask,
    logoOf: (tenantUrl, now) => readLogo(database.app, withTenant, tenantUrl, now),
  });
  return {
    operations,
    tasks: recordTasks({ ...uploads, letters: options.letters, withTenant, uploads: operations.upload }),
    withTenant,
    serveCalls(app) {
      const served: Readonly<Record<string, Operations<Endpoints> | undefined>> = operations as never;
      for (const [concept, endpoints] of Object.entries(callsByConcept)) {
        const own = served[concept];
        if (own) register(app, concept, endpoints, own, runtime);
      }
    },
  };
}

/** Returns who may call: by session, API token or download link. */
function gateOf(database: Database, https: boolean): Runtime['gate'] {
  const tokenTurns = createTokenTurns();
  return {
    https,
    principalOfSession: (token, tenantId, now) => principalOfToken(database.app, token, tenantId, now),
    principalOfApiToken: async (token, use) =>
      tokenTurns.count(await principalOfApiToken(database.app, token, use), use.now),
    principalOfDownload: (token, url, tenantId, now) => consumeDownloadToken(database.app, token, url, tenantId, now),
  };
}

/** The event must not reveal which document it was or who read it. */
const readEvent = ({ tenantId, kind, at }: DocumentRead): OutgoingEvent => ({
  tenantId,
  seq: 0,
  operation: 'readDocument',
  application: kind === 'letter' ? 'carry' : 'comp',
  linkType: documentRead[kind],
  id: emptyId,
  version: null,
  personId: null,
  params: [],
  createdDate: at,
});

/** Returns the live event about a check or an import in progress. */
function uploadEvent({
  operation,
  tenantId,
  application,
  personId,
  uploadId,
  version,
  percent,
  at,
}: UploadProgress): OutgoingEvent {
  return {
    tenantId,
    seq: 0,
    operation,
    application,
    linkType: 'DataUpload',
    id: uploadId,
    version,
    personId,
    params: [{ key: 'progress', value: String(percent) }],
    createdDate: at,
  };
}
