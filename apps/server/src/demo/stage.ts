import type { Transaction, WithTenant } from '@carrara/adapters/postgres';
import type { Failures, Result } from '@carrara/domain/kernel';
import { todayIn } from '../core/today.ts';
import type { RequestContext, TenantOfRequest } from '../core/operations.ts';
import { loadTenant } from '@carrara/adapters/postgres/platform/tenant';
import { demoPeople, type DemoPersonKey } from './people.ts';
import type { DemoGround } from './makeTenants.ts';

/**
 * Runs actions of the demo's people on a date, each in a transaction with its audit entries like any other. Null means
 * the program itself, like a command.
 */
export interface Stage {
  act<T>(
    who: DemoPersonKey | null,
    day: string,
    what: (context: RequestContext) => Promise<Result<T, Failures>>,
  ): Promise<T>;
}

const nobody = { firstName: '', lastName: '', grants: {} };
const client = {
  address: '',
  userAgent: 'demo',
  sessionToken: undefined,
  host: '',
  storeSession: () => undefined,
  forgetSession: () => undefined,
} as const;

/** Creates a stage for one firm. It throws if an action is refused, which is a bug in the demo. */
export function stageIn(tenantName: string, ground: DemoGround, withTenant: WithTenant): Stage {
  const tenantId = ground.tenants[tenantName];
  if (!tenantId) throw new Error(`there is no demo firm ${tenantName}`);
  let acts = 0;
  // The story doesn't change the firm itself, so it is loaded once.
  let tenant: TenantOfRequest | undefined;
  return {
    async act(who, day, what) {
      const personId = who && ground.persons[who];
      const { firstName, lastName, grants } = who ? demoPeople[who] : nobody;
      // Each action is a minute later, so that the actions of a day keep their order.
      const now = new Date(Date.parse(`${day}T14:00:00Z`) + (acts++ % 240) * 60_000);
      const done = await withTenant({ tenantId, personId, now: now.toISOString() }, async (tx: Transaction) => {
        tenant ??= await loadTenant(tx);
        const context: RequestContext = {
          tx,
          tenant,
          person: { id: personId ?? '', name: `${firstName} ${lastName}`, firstName },
          grants: (grants as Record<string, object>)[tenantName] ?? {},
          now,
          today: todayIn(tenant.settings['timeZone'], now),
          requestId: 'demo',
          sessionId: '',
          client,
        };
        return what(context);
      });
      if (done.isErr())
        throw new Error(
          `demo: ${who ?? 'nobody'} on ${day}: ${done.error.map(({ code, path, detail }) => `${code} ${path.join('.')} ${detail}`).join('; ')}`,
        );
      return done.value;
    },
  };
}
