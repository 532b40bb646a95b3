import {
  participantDistributionByFund as byFund,
  participantDistributionByYear as byYear,
} from '@carrara/contract/carry/reports/participantDistributions';
import { defineReportQuery } from '../../engine/reports/reportQuery.ts';
import { paidToParticipants } from './paidToParticipants.ts';

export const participantDistributionByFund = defineReportQuery(byFund, { source: 'facts', from: paidToParticipants });
export const participantDistributionByYear = defineReportQuery(byYear, { source: 'facts', from: paidToParticipants });
