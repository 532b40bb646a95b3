import {
  allocationProfileByFundInvestments as byInvestments,
  allocationProfileByFundTranches as byTranches,
} from '@carrara/contract/carry/reports/allocationProfiles';
import { defineReportQuery } from '../../engine/reports/reportQuery.ts';
import { sourcesWithProfiles } from './sourcesWithProfiles.ts';

const ofRequestedParticipant = 'AND (:participantId::uuid IS NULL OR e.participant = :participantId::uuid)';

export const allocationProfileByFundTranches = defineReportQuery(byTranches, {
  source: 'facts',
  from: `${sourcesWithProfiles('tranche')} ${ofRequestedParticipant}`,
});
export const allocationProfileByFundInvestments = defineReportQuery(byInvestments, {
  source: 'facts',
  from: `${sourcesWithProfiles('investment')} ${ofRequestedParticipant}`,
});
