import type { FileStore } from '@carrara/adapters/files';
import { createPasswords, principalOfToken, takeDownloadToken } from '@carrara/adapters/identity';
import {
  type AuditKey,
  type Database,
  type OutgoingEvent,
  unitOfWork,
  type WithTenant,
} from '@carrara/adapters/postgres';
import { type Contract, contract } from '@carrara/contract/contract';
import type { Endpoints } from '@carrara/contract/endpoint';
import type { FastifyInstance } from 'fastify';
import { conceptOperations } from './concepts/concepts.ts';
import { logoOf } from './concepts/logo.ts';
import { tenantOf } from './concepts/tenant.ts';
import type { UploadProgress } from './concepts/upload.ts';
import type { Runtime } from './http/answerRequest.ts';
import { register } from './http/register.ts';
import { listFiles } from './listFiles.ts';
import type { Operations } from './operations.ts';
import type { SignInWays } from './signInWays.ts';

export interface CompositionOptions {
  readonly database: Database;
  readonly auditKey: AuditKey;
  readonly uploadLimitBytes: number;
  readonly secureCookies: boolean;
  readonly signIn: Pick<SignInWays, 'localAccounts' | 'loginUrls'>;
  /** Where uploaded files are kept. */
  readonly files: FileStore;
  /** Tells the open screens of this process what is not in the database yet, such as how far an import is. */
  readonly tell: (events: readonly OutgoingEvent[]) => void;
  readonly now: () => Date;
  /** Called after a commit that left events for open screens. */
  readonly onCommitted: () => void;
  /** Called when a session has ended. */
  readonly onSessionEnded: () => void;
}

/** The calls of the product, ready to be served: the only place that knows every package. */
export interface Composition {
  /** The operations themselves, for what acts without a request: the demo. */
  readonly operations: ServedOperations;
  readonly withTenant: WithTenant;
  readonly serveCalls: (app: FastifyInstance) => void;
}

export type ServedOperations = { readonly [C in keyof Contract]: Operations<Contract[C]> };

export function compose(options: CompositionOptions): Composition {
  const { database, auditKey, onCommitted } = options;
  const withTenant = unitOfWork({ pool: database.app, auditKey, onCommitted });
  const runtime: Runtime = {
    gate: {
      principalOfSession: (token, tenantId, now) => principalOfToken(database.app, token, tenantId, now),
      principalOfDownload: (token, path, tenantId, now) => takeDownloadToken(database.app, token, path, tenantId, now),
    },
    listFiles,
    uploadLimitBytes: options.uploadLimitBytes,
    secureCookies: options.secureCookies,
    now: options.now,
    inTenant: ({ tenantId, personId, now, readOnly }, work) =>
      withTenant({ tenantId, personId, now: now.toISOString() }, work, { readOnly }),
    tenantOf,
  };
  const operations = conceptOperations({
    pool: database.app,
    passwords: createPasswords(),
    localAccounts: options.signIn.localAccounts,
    loginUrls: options.signIn.loginUrls,
    onSessionEnded: options.onSessionEnded,
    files: options.files,
    onUploadProgress: (progress) => options.tell([uploadEvent(progress)]),
    logoOf: (tenantUrl, now) => logoOf(database.app, withTenant, tenantUrl, now),
  });
  return {
    operations,
    withTenant,
    serveCalls(app) {
      const served: Readonly<Record<string, Operations<Endpoints> | undefined>> = operations as never;
      for (const [concept, endpoints] of Object.entries<Endpoints>(contract)) {
        const own = served[concept];
        if (own) register(app, endpoints, own, runtime);
      }
    },
  };
}

/** An import under way, as open screens hear of it. */
function uploadEvent({ tenantId, personId, uploadId, version, percent, at }: UploadProgress): OutgoingEvent {
  return {
    tenantId,
    seq: 0,
    operation: 'confirmUpload',
    application: 'carry',
    linkType: 'Upload',
    id: uploadId,
    version,
    personId,
    params: [{ key: 'progress', value: String(percent) }],
    createdDate: at,
  };
}
