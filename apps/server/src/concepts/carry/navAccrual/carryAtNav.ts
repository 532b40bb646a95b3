import type { carryAtNavEndpoints, portalCarryAtNavEndpoints } from '@carrara/contract/carry/carryAtNav';
import { portalShows } from '@carrara/contract/core/modules';
import { err, fail, ok } from '@carrara/domain/kernel';
import { ownerExists, ownerNotFound } from '../../../core/ownerScope.ts';
import type { Operations, RequestContext } from '../../../core/operations.ts';
import { tenantCurrency } from '../../../core/tenantCurrency.ts';
import { requestedParticipant } from '../participant/portal.ts';
import { carryAtNavRows, sumsByCurrency } from './carryAtNavRows.ts';
import type { NavPorts } from './readCarryAtNav.ts';

const noClawback = { clawbackGross: null, clawbackNet: null };

interface OfParticipant {
  readonly id: string;
  readonly isEntity: boolean;
  readonly asOf: string | undefined;
}

async function readOne(ports: NavPorts, context: RequestContext, { id, isEntity, asOf }: OfParticipant) {
  const { tx, today } = context;
  const { date, rows } = await carryAtNavRows(tx, ports, { participantId: id, asOf, today });
  const own = isEntity ? rows.map((row) => ({ ...row, ...noClawback })) : rows;
  return {
    date,
    byCurrency: sumsByCurrency(own, tenantCurrency(context)),
    rows: own.map(({ participantId: _participantId, ...row }) => row),
  };
}

/** Operations on the carry at NAV of one participant, for the carry team. */
export const carryAtNavOperations = (ports: NavPorts): Operations<typeof carryAtNavEndpoints> => ({
  async getParticipantCarryAtNav(context, { params: { id }, query: { asOf } }) {
    const { tx } = context;
    if (!(await ownerExists(tx, id, 'participant'))) return ownerNotFound('participant');
    return ok(await readOne(ports, context, { id, asOf, isEntity: await ownerExists(tx, id, 'entity') }));
  },
});

/** The same for the participant, without what the firm hides. */
export const portalCarryAtNavOperations = (ports: NavPorts): Operations<typeof portalCarryAtNavEndpoints> => ({
  async getPortalCarryAtNav(context, { query: { holder, asOf } }) {
    const { carryAtNav, estimates, percentages } = portalShows(context.tenant.settings);
    if (!carryAtNav) return err([fail('NOT_FOUND', [], 'Your firm doesn’t display carry at NAV here.')]);
    const found = await requestedParticipant(context, holder);
    if (found.isErr()) return err(found.error);
    const { id, kind } = found.value;
    const { date, byCurrency, rows } = await readOne(ports, context, { id, asOf, isEntity: kind === 'Entity' });
    const hidden = estimates ? {} : { accruedByRealization: null };
    return ok({
      date,
      byCurrency: byCurrency.map((sums) => ({ ...sums, ...hidden })),
      rows: rows.map(({ fundId: _1, fundType: _2, investmentId: _3, ...row }) => ({
        ...row,
        ...hidden,
        ...(percentages ? {} : { points: null }),
      })),
    });
  },
});
