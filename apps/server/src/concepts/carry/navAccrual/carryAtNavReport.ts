import { defineReportQuery, type ReportQuery } from '@carrara/adapters/postgres/engine/reports/reportQuery';
import { participantKinds } from '@carrara/adapters/postgres/carry/navAccrual/participantKinds';
import { carryAtNav as report } from '@carrara/contract/carry/reports/carryAtNav';
import { carryAtNavRows } from './carryAtNavRows.ts';
import { navQuery, defaultQuarter } from './navQuery.ts';
import type { NavPorts } from './readCarryAtNav.ts';

/** Report on the carry at NAV of each person and trust, or of everything that reaches people through one entity. */
export const carryAtNavReport = (ports: NavPorts): ReportQuery => ({
  ...defineReportQuery(report, {
    source: 'rows',
    async from(tx, values) {
      const { rows } = await carryAtNavRows(tx, ports, navQuery(values));
      const kinds = await participantKinds(tx);
      // Names are read with the rows, so they aren't passed on.
      return rows.map(
        ({
          participantId,
          fundId,
          investmentId,
          fundName: _1,
          fundCode: _2,
          fundType: _3,
          investmentName: _4,
          ...row
        }) => ({
          ...row,
          participant: participantId,
          type: kinds.get(participantId) ?? null,
          holder: fundId,
          investment: investmentId,
        }),
      );
    },
  }),
  usual: defaultQuarter(ports),
});
