import { realizationLifecycle } from '@carrara/domain/carry/realization/lifecycle';
import { positionFigures } from '@carrara/domain/carry/realization';
import { z } from 'zod';
import {
  computedRealization,
  generateRealizationBody,
  realizationHead,
  realizationRecord,
  realizationSource,
  saveRealizationBody,
} from './realizationRecord.ts';
import { allocationProblems, wrongRealization } from './runRefusals.ts';
import { navigation, slices } from '../view/viewCalls.ts';
import { defineEndpoints, deleteEndpoint, getEndpoint, idParams, listEndpoint } from '../../core/endpoint.ts';
import { explanation } from '../../core/explanation.ts';
import { notDetermined } from '../../core/kinds.ts';
import { moveEndpoints } from '../../core/moveEndpoints.ts';
import { statusCodes } from '../../lifecycles.ts';
import { requestedYear, id } from '../../core/schema.ts';

const base = '/api/carry/realization';

const moves = moveEndpoints(realizationLifecycle, { path: base, result: realizationRecord });

export const realizationEndpoints = defineEndpoints({
  listRealizations: listEndpoint({
    path: `${base}/index`,
    title: 'Realizations',
    permission: 'realization.view',
    row: z.object(realizationHead),
    columns: [
      { field: 'name', kind: 'text', title: 'Realization' },
      { field: 'realizationDate', kind: 'date', title: 'Date' },
      { field: 'status', kind: 'status', title: 'Status' },
      { field: 'numberOfSources', kind: 'count', title: 'Sources' },
      { field: 'numberOfParticipants', kind: 'count', title: 'Participants', nullIs: notDetermined },
      { field: 'currency', kind: 'reference', title: 'Currency' },
      { field: 'totalCarry', kind: 'money', title: 'Total carry', total: 'posted' },
      { field: 'updatedDate', kind: 'instant', title: 'Last change', hidden: true },
    ],
    defaultSort: { field: 'name', ascending: true },
    filters: {
      status: z.enum(statusCodes('realization')).optional(),
      /** Filters of the charts: realizations with at least one such source, or of that year. */
      sectorId: id().optional(),
      fundId: id().optional(),
      sourceId: id().optional(),
      year: requestedYear().optional(),
    },
    tags: ['Realization'],
  }),
  listRealizationChoices: {
    method: 'GET',
    path: `${base}/navigation-list`,
    summary: 'All realizations, short',
    permission: 'realization.view',
    result: navigation,
    tags: ['Realization'],
  },
  /** Chart of the accruals of posted realizations. Reversals are negative, so they cancel out. */
  chartRealizations: {
    method: 'GET',
    path: `${base}/indexCharts`,
    summary: 'Carry realized by sector, fund, source and year',
    permission: 'realization.view',
    result: z.object({ sector: slices, fund: slices, source: slices, time: slices }),
    tags: ['Realization'],
  },
  getRealization: {
    ...getEndpoint(
      `${base}/:id/profile`,
      'A realization with its sources, participants and entries',
      'realization.view',
      realizationRecord,
    ),
    tags: ['Realization', 'Participant'],
  },
  /** Allocates each source as it would be stored, without storing it. */
  generateRealizationDetails: {
    method: 'POST',
    path: `${base}/generate-details`,
    summary: 'Preview a realization’s allocation without saving',
    permission: 'realization.view',
    readOnly: true,
    bodySize: 'huge',
    body: generateRealizationBody,
    result: z.array(realizationSource),
    failures: wrongRealization,
  },
  /** Does the same and adds each participant's total over all sources, for the editor. */
  calculateRealization: {
    method: 'POST',
    path: `${base}/calculate`,
    summary: 'Preview a realization’s allocation without saving, with totals across all sources',
    permission: 'realization.view',
    readOnly: true,
    bodySize: 'huge',
    body: generateRealizationBody,
    result: computedRealization,
    failures: wrongRealization,
  },
  exportRealization: {
    method: 'GET',
    path: `${base}/:id/export`,
    summary: 'The workbook (Excel), or its figures as a PDF',
    permission: 'realization.view',
    params: idParams,
    query: z.strictObject({ format: z.enum(['excel', 'application/pdf']).default('excel') }),
    answers: 'file',
  },
  saveRealization: {
    method: 'POST',
    path: `${base}/save`,
    summary: 'Create or change a draft',
    permission: 'realization.edit',
    bodySize: 'huge',
    body: saveRealizationBody,
    result: realizationRecord,
    idempotent: true,
    failures: [...wrongRealization, 'WRONG_STATE', 'REVERSAL_FIXED', 'STALE_VERSION', 'ROW_VERSION_REQUIRED'],
  },
  ...moves,
  postRealization: {
    ...moves.postRealization,
    failures: [...moves.postRealization.failures, ...wrongRealization, ...allocationProblems],
  },
  deleteRealization: {
    ...deleteEndpoint(`${base}/:id`, 'Delete a draft', 'realization.delete'),
    failures: ['WRONG_STATE', 'STALE_VERSION'],
  },
  explainRealization: {
    method: 'GET',
    path: `${base}/:id/explanation`,
    summary: 'Explanation of a figure',
    permission: 'realization.view',
    params: idParams,
    /** Identifies the figure. Omitted parts are totaled. */
    query: z.strictObject({
      /** The figures that depend on the account (before, paid, after) need source and participant. */
      figure: z.enum(['gross', 'netDistributable', 'unallocated', ...positionFigures]),
      sourceId: id().optional(),
      participantId: id().optional(),
      /** `direct`, or the entities on the path, outermost first, separated by commas. If omitted, all paths. */
      via: z.string().max(1000).optional(),
    }),
    result: explanation,
    failures: ['NOT_DETERMINED'],
  },
});
