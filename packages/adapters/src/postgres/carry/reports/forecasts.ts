import {
  forecastsBySource as bySource,
  participantForecastHistoryBySource as byPerson,
} from '@carrara/contract/carry/reports/forecasts';
import { defineReportQuery } from '../../engine/reports/reportQuery.ts';
import { currencyCodeSql } from '../../engine/texts/amounts.ts';
import { displayParticipantSql } from '../../people/participant/displayParticipantSql.ts';
import { estimatesUntil } from '../forecast/estimatesUntil.ts';
import { holderCondition } from './holderCondition.ts';

const estimates = estimatesUntil(':selectedDate::date');
const columns = `coalesce(f.fund_id, f.coinvestment_id) AS holder, f.id AS source, s.source_type AS "sourceType", s.forecast_id AS forecast,
  s.distribution_date AS "distributionDate", s.estimation_date AS "estimationDate",
  CASE WHEN s.rank = 1 THEN 'LATEST' ELSE 'EARLIER' END AS status, ${currencyCodeSql('s')} AS currency`;

export const forecastsBySource = defineReportQuery(bySource, {
  source: 'facts',
  from: `SELECT s.tenant_id, ${columns}, CASE WHEN f.fund_id IS NULL THEN 'Coinvestment' ELSE 'Fund' END AS type,
      s.invested_amount AS "investedAmount", trim_scale(s.multiple) AS multiple, s.gross_carry_distributed AS gross,
      s.total_carry_adjustment AS adjustment, s.net_carry_distributed AS net, CASE WHEN s.is_determined THEN s.unallocated END AS unallocated,
      CASE WHEN s.is_determined THEN s.distributed END AS "forecastedCarry"
    FROM ${estimates} s JOIN source_facts f ON f.tenant_id = s.tenant_id AND f.id = s.container_id WHERE ${holderCondition}`,
});

export const participantForecastHistoryBySource = defineReportQuery(byPerson, {
  source: 'facts',
  from: `SELECT s.tenant_id, p.id AS participant, initcap(p.kind) AS type, ${columns}, d.gross_carry_distributed AS "forecastedCarry"
    FROM forecast_detail d JOIN ${estimates} s ON s.tenant_id = d.tenant_id AND s.id = d.forecast_source_id
    JOIN source_facts f ON f.tenant_id = d.tenant_id AND f.id = s.container_id
    JOIN ${displayParticipantSql('coalesce(:aggregateTrust::boolean, false)')} p ON p.tenant_id = d.tenant_id AND p.own_id = d.participant_id
    WHERE d.is_leaf AND ${holderCondition} AND (:participantId::uuid IS NULL OR p.id = :participantId::uuid)`,
});
