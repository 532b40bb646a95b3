import { distributionsByParticipant as report } from '@carrara/contract/carry/reports/distributionsByParticipant';
import { defineReportQuery } from '../../engine/reports/reportQuery.ts';
import { paidToParticipants } from './paidToParticipants.ts';

export const distributionsByParticipant = defineReportQuery(report, { source: 'facts', from: paidToParticipants });
