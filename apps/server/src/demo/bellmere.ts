import { lockedShares, type PeriodRow, periodsOf } from '@carrara/adapters/postgres/performance/ledger';
import { err, ok } from '@carrara/domain/kernel';
import type { RequestContext, ServedOperations } from '../core/operations.ts';
import { dayAfter } from './firm.ts';
import { alderRidge } from './people.ts';
import type { Stage } from './stage.ts';
import { told } from './vehicleHistories.ts';

/** Code of this tenant as an investor of the first firm. */
const investorCode = 'BELLMERE';
const day = '2026-09-14';
/** The date after it was sent, because each firm has its own clock. */
const answered = dayAfter(day, 1);

export interface LinkedStages {
  readonly manager: Stage;
  readonly endowment: Stage;
}

/**
 * Plays an investor of the first firm that reads its own figures: linked to the firm, with one locked quarter accepted
 * and the next one waiting.
 */
export async function playBellmere({ manager, endowment }: LinkedStages, operations: ServedOperations): Promise<void> {
  const { firm, tenantLink, dataTransfer } = operations;
  const own = await endowment.act('endowment', day, (context) =>
    firm.saveFirm(context, { body: { code: 'ALDER', name: 'Alder Ridge Partners', contacts: [] } }),
  );
  const investorId = await manager.act('administrator', day, async (context) =>
    (await tenantLink.listLinkableInvestors(context, {})).map(
      (investors) => investors.find(({ code }) => code === investorCode)?.id ?? '',
    ),
  );
  const asked = await endowment.act('endowment', day, async (context) => {
    const targets = await tenantLink.listLinkTargets(context, { query: { name: alderRidge } });
    if (targets.isErr()) return err(targets.error);
    return tenantLink.askTenantLink(context, {
      body: {
        targetTenantId: targets.value[0]?.id ?? '',
        targetTenantName: alderRidge,
        firm: { id: own.id },
        investors: [],
        comments: 'Our fund accounts close on the 20th: figures before that, please.',
      },
    });
  });
  await manager.act('administrator', day, (context) =>
    tenantLink.acceptTenantLinkRequest(context, { body: { id: asked.id, investors: [{ id: investorId }] } }),
  );
  const ends = await manager.act('administrator', day, (context) => lockedQuarters(context, investorId));
  for (const [at, endDate] of ends.entries()) {
    const sent = await manager.act('administrator', day, (context) =>
      dataTransfer.submitDataTransfer(context, { body: { investorId, endDate } }),
    );
    if (at < ends.length - 1)
      await endowment.act('endowment', answered, (context) =>
        dataTransfer.acceptDataTransfer(context, { body: { id: sent.id, comments: 'Agreed with our own cash book' } }),
      );
  }
}

/** Returns the last two quarters that are locked in all vehicles of an investor. */
async function lockedQuarters({ tx }: RequestContext, investorId: string) {
  const all: PeriodRow[] = [];
  for (const { vehicleId } of await lockedShares(tx, investorId, told)) all.push(...(await periodsOf(tx, vehicleId)));
  const ends = [...new Set(all.map(({ periodEnd }) => periodEnd))].sort();
  return ok(
    ends.filter((end) => all.every(({ periodEnd, status }) => periodEnd !== end || status === 'LOCKED')).slice(-2),
  );
}
