import type { ForecastRecord } from '@carrara/contract/carry/run/forecastRecord';
import type { ForecastHead, StoredForecast } from '@carrara/domain/carry/forecast';
import type { Remark } from '@carrara/domain/carry/run';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { currencyCodeSql } from '../../engine/texts/amounts.ts';
import { personName } from '../../engine/texts/personName.ts';
import { determinedSql } from '../../portfolio/container/sources.ts';
import { runInputs } from '../run/runRow.ts';

/** Loads the head of a forecast for decisions. With `lock`, locks it until the end of the transaction. */
export async function loadForecastHead(tx: Transaction, id: string, lock = false): Promise<ForecastHead | undefined> {
  if (lock) {
    // Locks first, so that the read sees what the previous transaction wrote.
    await tx.prepared('SELECT 1 FROM forecast WHERE tenant_id = $1 AND id = $2 FOR UPDATE', [tx.tenantId, id]);
  }
  const [head] = await tx.prepared<ForecastHead>(
    `SELECT x.id, x.row_version AS "rowVersion", x.name, ${currencyCodeSql('x')} AS currency, coalesce(x.engine_version, '') AS "engineVersion"
     FROM forecast x WHERE x.tenant_id = $1 AND x.id = $2`,
    [tx.tenantId, id],
  );
  return head;
}

/** Loads the inputs that a stored run was computed from. */
export const loadForecastInputs = runInputs<StoredForecast>('forecast');

/** Head of a forecast as the contract returns it, without sources. */
export type DisplayedForecast = Omit<
  ForecastRecord,
  'forecastSources' | 'forecastParticipants' | 'problems' | 'warnings'
> & {
  readonly remarks: readonly Remark[];
  /** Sources whose profile was chosen by a user. */
  readonly withChosenProfile: readonly string[];
};

export async function loadDisplayedForecast(tx: Transaction, id: string): Promise<DisplayedForecast | undefined> {
  const [head] = await tx.prepared<DisplayedForecast>(
    `SELECT x.id, x.row_version AS "rowVersion", x.created_at AS "createdDate", ${personName('x.created_by')} AS "createdBy",
       x.updated_at AS "updatedDate", ${personName('x.updated_by')} AS "updatedBy", x.name, x.description,
       x.distribution_date AS "distributionDate", x.estimation_date AS "estimationDate", x.is_determined AS "isDetermined",
       x.total_gross AS "totalGross", x.total_adjustment AS "totalCarryAdjustment", x.total_net AS "totalNet",
       ${determinedSql('total_carry_distributed', 'x')} AS "totalCarryDistributed",
       ${determinedSql('total_unallocated', 'x')} AS unallocated,
       ${determinedSql('number_of_participants', 'x')} AS "numberOfParticipants",
       (SELECT count(*)::int FROM forecast_source s WHERE s.tenant_id = x.tenant_id AND s.forecast_id = x.id) AS "numberOfSources",
       (SELECT jsonb_build_object('id', r.id, 'code', r.code, 'description', r.description) FROM reference_entry r
         WHERE r.tenant_id = x.tenant_id AND r.id = x.currency_id) AS currency,
       x.engine_version AS "engineVersion", x.problems AS remarks,
       jsonb_path_query_array(x.inputs, '$.request.sources[*] ? (exists (@.profileId)).sourceId') AS "withChosenProfile"
     FROM forecast x WHERE x.tenant_id = $1 AND x.id = $2`,
    [tx.tenantId, id],
  );
  return head;
}
