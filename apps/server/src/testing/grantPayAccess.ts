import { insertPayAccess } from '@carrara/adapters/postgres/compensation/access/payAccess';
import type { PayAccessKind } from '@carrara/domain/compensation/access';
import { v7 as newId } from 'uuid';
import type { TestPerson, TestServer } from './testServer.ts';

/** Grants a person pay access at once, like the command line grants the first access of a firm. */
export const grantPayAccess = (server: TestServer, tenantId: string, { personId }: TestPerson, kind: PayAccessKind) =>
  server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, (tx) =>
    insertPayAccess(tx, 'startPayAccess', {
      id: newId(),
      personId,
      kind,
      employees: [],
      offices: [],
      titles: [],
      reason: 'Test',
      endsOn: null,
      status: 'ACTIVE',
    }),
  );
