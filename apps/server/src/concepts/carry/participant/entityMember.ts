import { participantDistributionList } from '@carrara/adapters/postgres/carry/carryViews/distributionHistory';
import { assembleRun } from '@carrara/adapters/postgres/carry/distribution/assemble';
import { loadLabels } from '@carrara/adapters/postgres/carry/run/labels';
import { loadRunThrough } from '@carrara/adapters/postgres/carry/distribution/runThrough';
import { loadDisplayedHead } from '@carrara/adapters/postgres/carry/distribution/head';
import { assembleForecast } from '@carrara/adapters/postgres/carry/forecast/assemble';
import { loadForecastThrough } from '@carrara/adapters/postgres/carry/forecast/rows';
import { loadDisplayedForecast } from '@carrara/adapters/postgres/carry/forecast/head';
import { memberTree } from '@carrara/adapters/postgres/carry/entityMember/memberTree';
import { findMismatch } from '@carrara/adapters/postgres/carry/entityMember/mismatch';
import { eligibleMemberList } from '@carrara/adapters/postgres/people/entityMember/eligibleMembers';
import type { InputOf, ResultOf } from '@carrara/contract/core/endpoint';
import type { EligibleMember, entityMemberEndpoints } from '@carrara/contract/carry/participant/entityMember';
import { ok } from '@carrara/domain/kernel';
import type { Operations } from '../../../core/operations.ts';
import type { PageQuery } from '../../../core/recordOperations.ts';
import { ownedList, ownedListOperation, ownerNotFound, ownerExists } from '../../../core/ownerScope.ts';

type Endpoints = typeof entityMemberEndpoints;
type HistoryInput = InputOf<Endpoints['listMemberDistributions']>;
type HistoryRow = ResultOf<Endpoints['listMemberDistributions']>['pageData'][number];

export const entityMemberOperations: Operations<Endpoints> = {
  async listEntityMembers({ tx, today }, { params }) {
    if (!(await ownerExists(tx, params.id, 'entity'))) return ownerNotFound('entity');
    return ok(await memberTree(tx, params.id, today));
  },
  async getEntityMismatch({ tx }, { params }) {
    const mismatch = await findMismatch(tx, params.id);
    return mismatch ? ok(mismatch) : ownerNotFound('entity');
  },
  listEligibleMembers: ownedListOperation<EligibleMember, PageQuery>(
    'entity',
    eligibleMemberList,
    (_query, { today }, { params }) => ({ eligibleOn: today, newTo: params.id, notAbove: params.id }),
  ),
  async getEntityDistribution({ tx }, { params }) {
    const head = await loadDisplayedHead(tx, params.distributionId);
    if (!head || !(await ownerExists(tx, params.id, 'entity'))) return ownerNotFound('distribution');
    const rows = await loadRunThrough(tx, params.distributionId, params.id);
    const { distributionSources, distributionParticipants } = assembleRun(rows, await loadLabels(tx, rows));
    if (distributionParticipants.length === 0) return ownerNotFound('distribution');
    const { id, name, distributionDate, status } = head;
    return ok({ distribution: { id, name, distributionDate, status }, distributionSources, distributionParticipants });
  },
  async getEntityForecast({ tx }, { params }) {
    const head = await loadDisplayedForecast(tx, params.forecastId);
    if (!head || !(await ownerExists(tx, params.id, 'entity'))) return ownerNotFound('forecast');
    const rows = await loadForecastThrough(tx, params.forecastId, params.id);
    const through = await assembleForecast(tx, rows, true);
    if (through.forecastParticipants.length === 0) return ownerNotFound('forecast');
    const { id, name, distributionDate, currency } = head;
    return ok({ forecast: { id, name, distributionDate, currency }, ...through });
  },
  // Both the entity and the member must exist. A former member keeps the history.
  listMemberDistributions: ownedList(
    'entity',
    ownedListOperation<HistoryRow, HistoryInput['query'], Pick<HistoryInput, 'params'>>(
      'participant',
      participantDistributionList,
      ({ disbursedOnly }, _context, { params }) => ({
        participantId: params.participantId,
        throughEntity: params.id,
        disbursedOnly,
      }),
      ({ params }) => params.participantId,
    ),
  ),
};
