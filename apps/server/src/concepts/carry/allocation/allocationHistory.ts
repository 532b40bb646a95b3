import { containerStates } from '@carrara/adapters/postgres/carry/allocation/states';
import { defineReportQuery } from '@carrara/adapters/postgres/engine/reports/reportQuery';
import { readDisplayParticipants } from '@carrara/adapters/postgres/people/participant/displayParticipantSql';
import { allocationHistory as report } from '@carrara/contract/carry/reports/allocationHistory';
import { listChanges, withBases } from './allocationProfileHistory.ts';

/** Report on the changes of all profiles, as their own history displays them. */
export const allocationHistory = defineReportQuery(report, {
  source: 'facts',
  async from(tx, { selectedDate, fundId, coinvestmentId, participantId, redactName, aggregateTrust }) {
    const holders = [fundId, coinvestmentId].filter((id) => typeof id === 'string');
    const found = await containerStates(tx, holders);
    const people = await readDisplayParticipants(tx, aggregateTrust === true);
    const containers = [...new Set(found.map(({ containerId }) => containerId))];
    const days = new Map(found.map(({ state, changedDay }) => [state, changedDay]));
    const byContainer = new Map(containers.map((id) => [id, [] as (typeof found)[number]['state'][]]));
    for (const { containerId, state } of found) byContainer.get(containerId)?.push(state);
    return [...byContainer].flatMap(([source, states]) =>
      withBases(states)
        .filter(({ state }) => typeof selectedDate !== 'string' || (days.get(state) ?? '') <= selectedDate)
        .flatMap(({ state, base }) =>
          listChanges({ state, base }).flatMap(({ participantId: own, change, before, after }) => {
            const { label = own, kind = null } = people.get(own) ?? {};
            if (typeof participantId === 'string' && participantId !== label) return [];
            const { profileId: profile, version, revision, changedDate, effectiveDate, changedBy, reason } = state;
            const visible = redactName === true ? { changedBy: null, reason: null } : { changedBy, reason };
            const head = { source, profile, version, revision, changedDate, effectiveDate, ...visible };
            return [{ ...head, participant: label, holderType: kind, change, before, after }];
          }),
        ),
    );
  },
});
