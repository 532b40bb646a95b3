import type { carryAtNavEndpoints } from '@carrara/contract/carry/carryAtNav';
import { portalShows } from '@carrara/contract/core/modules';
import { err, fail, ok } from '@carrara/domain/kernel';
import { ownerExists, ownerNotFound } from '../../../core/ownerScope.ts';
import type { Operations, RequestContext } from '../../../core/operations.ts';
import { tenantCurrency } from '../../../core/tenantCurrency.ts';
import { requestedParticipant } from '../participant/portal.ts';
import { carryAtNavRows, sumsByCurrency } from './carryAtNavRows.ts';
import type { NavPorts } from './readCarryAtNav.ts';

const noClawback = { clawbackGross: null, clawbackNet: null };

/** Operations on the carry at NAV of one participant, for the carry team and for the participant. */
export function carryAtNavOperations(ports: NavPorts): Operations<typeof carryAtNavEndpoints> {
  const read = async (context: RequestContext, participantId: string, asOf: string | undefined, isEntity: boolean) => {
    const { tx, today } = context;
    const { date, rows } = await carryAtNavRows(tx, ports, { participantId, asOf, today });
    const own = isEntity ? rows.map((row) => ({ ...row, ...noClawback })) : rows;
    return {
      date,
      byCurrency: sumsByCurrency(own, tenantCurrency(context)),
      rows: own.map(({ participantId: _, ...row }) => row),
    };
  };
  return {
    async getParticipantCarryAtNav(context, { params: { id }, query: { asOf } }) {
      const { tx } = context;
      if (!(await ownerExists(tx, id, 'participant'))) return ownerNotFound('participant');
      return ok(await read(context, id, asOf, await ownerExists(tx, id, 'entity')));
    },
    async getPortalCarryAtNav(context, { query: { holder, asOf } }) {
      const { carryAtNav, estimates, percentages } = portalShows(context.tenant.settings);
      if (!carryAtNav) return err([fail('NOT_FOUND', [], 'Your firm doesn’t display carry at NAV here.')]);
      const found = await requestedParticipant(context, holder);
      if (found.isErr()) return err(found.error);
      const { id, kind } = found.value;
      const { date, byCurrency, rows } = await read(context, id, asOf, kind === 'Entity');
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
  };
}
