import { lockedShares, periodsOf } from '@carrara/adapters/postgres/performance/ledger';
import { err, ok } from '@carrara/domain/kernel';
import type { RequestContext, ServedOperations } from '../operations.ts';
import { alderRidge } from './people.ts';
import type { Stage } from './stage.ts';
import { told } from './vehicleHistories.ts';

/** Whom the first firm knows it as. */
const investorCode = 'BELLMERE';
const day = '2026-09-14';

export interface LinkedStages {
  readonly manager: Stage;
  readonly endowment: Stage;
}

/** An investor of the first firm that reads its own figures: linked to it, one locked quarter taken over and the next one waiting. */
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
  const ends = await manager.act('administrator', day, (context) => lockedQuarters(context, operations, investorId));
  for (const [at, endDate] of ends.entries()) {
    const sent = await manager.act('administrator', day, (context) =>
      dataTransfer.submitDataTransfer(context, { body: { investorId, endDate } }),
    );
    if (at < ends.length - 1)
      await endowment.act('endowment', day, (context) =>
        dataTransfer.acceptDataTransfer(context, { body: { id: sent.id, comments: 'Agreed with our own cash book' } }),
      );
  }
}

/** The last two quarters that are locked in all vehicles of an investor; where there are none, its first two are locked. */
async function lockedQuarters(context: RequestContext, { vehicleLedger }: ServedOperations, investorId: string) {
  const { tx } = context;
  const vehicles = (await lockedShares(tx, investorId, told)).map(({ vehicleId }) => vehicleId);
  const read = async () => {
    const all = [];
    for (const vehicleId of vehicles) all.push(await periodsOf(tx, vehicleId));
    return all;
  };
  const lockedEnds = (all: Awaited<ReturnType<typeof read>>) =>
    [...new Set(all.flat().map(({ periodEnd }) => periodEnd))]
      .sort()
      .filter((end) => all.flat().every(({ periodEnd, status }) => periodEnd !== end || status === 'LOCKED'));
  const byEnd = (one: { readonly periodEnd: string }, other: typeof one) => (one.periodEnd < other.periodEnd ? -1 : 1);
  const before = await read();
  const known = lockedEnds(before);
  if (known.length > 1) return ok(known.slice(-2));
  const first = [...new Set(before.flat().map(({ periodEnd }) => periodEnd))].sort().slice(0, 2);
  for (const { vehicleId, periodEnd: endDate, rowVersion, status } of before.flat().sort(byEnd)) {
    if (status === 'LOCKED' || !first.includes(endDate)) continue;
    const locked = await vehicleLedger.lockPeriod(context, {
      params: { vehicleId, endDate },
      body: { rowVersion, acknowledged: ['T11', 'T12'] },
    });
    if (locked.isErr()) return err(locked.error);
  }
  return ok(lockedEnds(await read()).slice(-2));
}
