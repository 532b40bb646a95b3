import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import type { WithTenant } from '@carrara/adapters/postgres/engine/unitOfWork/withTenant';
import { loadTenant } from '@carrara/adapters/postgres/platform/tenant';
import type { Failures, Result } from '@carrara/domain/kernel';
import type { RequestContext, TenantOfRequest } from '../core/operations.ts';
import { todayIn } from '../core/today.ts';
import type { DemoGround } from './createTenants.ts';
import { type DemoPerson, demoPeople } from './people.ts';

/** The person of a step that names one of the demo's accounts, or `program` for the program itself. */
export type Actor = DemoPerson | 'program';

export function actorNamed(key: string): Actor {
  const person = (demoPeople as Readonly<Record<string, DemoPerson>>)[key];
  if (key !== 'program' && !person) throw new Error(`demo: there is no account ${key}`);
  return person ?? 'program';
}

/**
 * Runs actions of the demo's people on a date, each in a transaction with its audit entries like any other.
 */
export interface Stage {
  act(by: string, day: string, work: (context: RequestContext) => Promise<Result<unknown, Failures>>): Promise<void>;
}

const noPerson = { firstName: '', lastName: '', grants: {} };
const client = {
  address: '',
  userAgent: 'demo',
  sessionToken: undefined,
  host: '',
  storeSession: () => undefined,
  forgetSession: () => undefined,
} as const;

/** Creates a stage for one firm. It throws if an action is refused, which is a mistake in the demo. */
export function stageIn(tenantName: string, { tenants, persons }: DemoGround, withTenant: WithTenant): Stage {
  const tenantId = tenants[tenantName];
  if (!tenantId) throw new Error(`there is no demo firm ${tenantName}`);
  let acts = 0;
  // The demo doesn't change the firm itself, so it is loaded once.
  let tenant: TenantOfRequest | undefined;
  return {
    async act(by, day, work) {
      const actor = actorNamed(by);
      const personId = actor === 'program' ? null : (persons[by] ?? null);
      const { firstName, lastName, grants } = actor === 'program' ? noPerson : actor;
      // Each action is a minute later, so that the actions of a day keep their order.
      const now = new Date(Date.parse(`${day}T14:00:00Z`) + (acts++ % 240) * 60_000);
      const done = await withTenant({ tenantId, personId, now: now.toISOString() }, async (tx: Transaction) => {
        tenant ??= await loadTenant(tx);
        return work({
          tx,
          tenant,
          person: { id: personId ?? '', name: `${firstName} ${lastName}`, firstName },
          grants: (grants as Readonly<Record<string, object>>)[tenantName] ?? {},
          now,
          today: todayIn(tenant.settings['timeZone'], now),
          requestId: 'demo',
          sessionId: '',
          client,
        });
      });
      if (done.isErr())
        throw new Error(done.error.map(({ code, path, detail }) => `${code} ${path.join('.')} ${detail}`).join('; '));
    },
  };
}
