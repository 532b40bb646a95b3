import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { fromWire, toWire } from '@carrara/contract/core/wireNames';
import { type AllocationMethod, computeProfile } from '@carrara/domain/carry/allocation';
import { decimal, numberText } from '@carrara/domain/kernel';
import { carryPlan as plan } from '@carrara/domain/testing';
import { v7 as newId } from 'uuid';
import type { AnswerOf, BodyOf, TestClient } from './testClient.ts';

/** Ids of the plan's records by their codes. */
export interface PlantedPlan {
  readonly ids: ReadonlyMap<string, string>;
  idOf(code: string): string;
}

const optional = (text: string | null | undefined) => (text == null ? undefined : decimal(text));

/**
 * Inserts the records of a firm's plan directly: participants with entities, taxes, and sources with their profiles.
 */
export async function plantCarryPlan(tx: Transaction): Promise<PlantedPlan> {
  const ids = new Map<string, string>();
  const idOf = (code: string): string => {
    const id = ids.get(code);
    if (!id) throw new Error(`the plan has no ${code}`);
    return id;
  };
  const named = (code: string): string => {
    const id = ids.get(code) ?? newId();
    ids.set(code, id);
    return id;
  };
  const insert = (table: string, values: Readonly<Record<string, unknown>>) => {
    const columns = ['tenant_id', ...Object.keys(values)];
    const marks = columns.map((_, i) => `$${i + 1}`).join(', ');
    return tx.query(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${marks})`, [
      tx.tenantId,
      ...Object.values(values),
    ]);
  };
  const container = (code: string, kind: string, name = code) =>
    insert('container', {
      id: named(code),
      kind,
      name,
      code: kind === 'tranche' || kind.endsWith('Investment') ? null : code,
    });
  const profile = async (
    containerCode: string,
    method: AllocationMethod,
    rows: readonly (readonly (string | null)[])[],
  ) => {
    const entries = rows.map(([id, ...values]) => {
      const [predilute, fixed, discretionary] = values.map(optional);
      return method === 'shares'
        ? { id: id!, shares: optional(values[0]) }
        : { id: id!, predilute, fixed, discretionary };
    });
    const computed = computeProfile({ method, entries })._unsafeUnwrap();
    const id = named(`profile of ${containerCode}`);
    await insert('allocation_profile', {
      id,
      container_id: idOf(containerCode),
      name: `${containerCode} Allocation Profile`,
      effective_date: '2015-01-01',
      is_current: true,
      is_share_based: method === 'shares',
      is_valid: true,
    });
    for (const [position, entry] of entries.entries()) {
      const text = (value: unknown) => (value === undefined ? null : String(value));
      await insert('allocation_entry', {
        id: newId(),
        allocation_profile_id: id,
        position,
        participant_id: idOf(entry.id),
        predilute: 'predilute' in entry ? text(entry.predilute) : null,
        fixed: 'fixed' in entry ? text(entry.fixed) : null,
        discretionary: 'discretionary' in entry ? text(entry.discretionary) : null,
        shares: 'shares' in entry ? text(entry.shares) : null,
        effective: numberText(computed.entries[position]!.effective),
      });
    }
  };

  await insert('reference_entry', { id: named('USD'), type: 'currency', code: 'USD', description: 'US dollar' });
  for (const code of plan.characterizationIds) {
    await insert('reference_entry', { id: named(code), type: 'tax-characterization', code, description: code });
  }
  for (const [code, rates] of Object.entries(plan.taxRates)) {
    await insert('tax_profile', { id: named(code), name: code, subject_to_characterization: true });
    for (const [position, rate] of rates.entries()) {
      await insert('tax_profile_rate', {
        id: newId(),
        tax_profile_id: idOf(code),
        position,
        tax_characterization_id: idOf(plan.characterizationIds[position]!),
        tax_rate: rate,
      });
    }
  }
  const missing = ['E012'].filter((code) => !plan.people.some(([id]) => id === code));
  for (const [code, taxes, { terminated, exempt, escrow } = {}] of [
    ...plan.people,
    ...missing.map((id) => [id, ''] as const),
  ] as typeof plan.people) {
    const kind = code.startsWith('T') ? 'trust' : 'employee';
    await insert('participant', {
      id: named(code),
      kind,
      code,
      name: `Participant ${code}`,
      status: terminated ? 'TERMINATED' : 'ACTIVE',
      termination_date: terminated ? '2022-06-30' : null,
      is_escrow_exempt: exempt ?? false,
      default_escrow: escrow ?? null,
    });
    if (kind === 'employee') await insert('employee', { id: idOf(code), last_name: code });
    else await insert('trust', { id: idOf(code) });
    for (const tax of taxes.split(' ').filter(Boolean)) {
      await insert('tax_profile_assignment', {
        id: newId(),
        tax_profile_id: idOf(tax),
        target_type: 'participant',
        participant_id: idOf(code),
      });
    }
  }
  for (const code of Object.keys(plan.entityMembers)) {
    await insert('participant', { id: named(code), kind: 'entity', code, name: `Entity ${code}` });
    await container(code, 'entity', `Entity ${code}`);
    await insert('entity', { id: idOf(code) });
  }
  for (const [code, members] of Object.entries(plan.entityMembers)) {
    await profile(
      code,
      'percent',
      members.map(([id, effective]) => [id, null, effective, null]),
    );
  }
  for (const code of ['ARP-I', 'ARP-II', 'ARP-IV']) {
    await container(code, 'fund');
    await insert('fund', { id: idOf(code), currency_id: idOf('USD'), initial_close_date: '2015-03-31' });
  }
  await container('CO-HEL', 'coinvestment');
  await insert('coinvestment', { id: idOf('CO-HEL'), currency_id: idOf('USD') });
  for (const code of ['MP04/ARP-I/1', 'SW08/ARP-II/3']) {
    const [investment, fund, number] = code.split('/') as [string, string, string];
    await container(investment, 'investment');
    await insert('investment', { id: idOf(investment) });
    await container(`${investment}/${fund}`, 'fundInvestment');
    await insert('fund_investment', {
      id: idOf(`${investment}/${fund}`),
      fund_id: idOf(fund),
      investment_id: idOf(investment),
    });
    await container(code, 'tranche');
    await insert('tranche', {
      id: idOf(code),
      investment_id: idOf(investment),
      fund_investment_id: idOf(`${investment}/${fund}`),
      tranche_number: Number(number),
    });
  }
  for (const [code, entries] of Object.entries(plan.profiles)) {
    await ('shares' in entries ? profile(code, 'shares', entries.shares) : profile(code, 'percent', entries.percent));
  }
  return { ids, idOf };
}

export function planDistribution({ idOf }: PlantedPlan): BodyOf<'saveDistribution'> {
  const types: Readonly<Record<string, 'Coinvestment'>> = { 'CO-HEL': 'Coinvestment' };
  return {
    name: 'Distribution of the plan',
    distributionDate: '2026-09-30',
    defaultEscrow: plan.escrowDefaults.defaultEscrow,
    defaultTerminatedEscrow: plan.escrowDefaults.defaultTerminatedEscrow,
    distributionSources: plan.sources.map(([code, amount, percents]) => ({
      source: { id: idOf(code) },
      type: code.includes('/') ? 'Tranche' : (types[code] ?? 'Fund'),
      netDistributableAmount: amount,
      taxCharacterizations: percents.map((percent, i) => ({
        taxCharacterization: { id: idOf(plan.characterizationIds[i]!) },
        characterizationPercentage: percent,
      })),
      details: plan.adjustments
        .filter(({ sourceId }) => sourceId === code)
        .map((adjustment) => ({
          participantId: idOf(adjustment.participantId),
          ...('loanRepayment' in adjustment ? { loanRepayment: adjustment.loanRepayment } : {}),
          ...('otherAdjustment' in adjustment ? { otherAdjustment: adjustment.otherAdjustment } : {}),
        })),
    })),
  };
}

/** Returns one source of the plan's distribution. */
export const planSource = (planted: PlantedPlan, code: string) =>
  planDistribution(planted).distributionSources.find(({ source }) => source.id === planted.idOf(code))!;

/** Submits, approves and disburses a distribution, with every warning acknowledged. */
export async function disburse(
  draft: AnswerOf<'saveDistribution'>,
  { maker, approver }: Readonly<Record<'maker' | 'approver', TestClient>>,
): Promise<AnswerOf<'disburseDistribution'>> {
  const params = { id: draft.id };
  const submitted = await maker.submitDistribution({
    params,
    body: { rowVersion: draft.rowVersion, acknowledged: listAcknowledgments(draft) },
  });
  const { rowVersion } = await approver.saveApproval({
    body: {
      distributionId: draft.id,
      rowVersion: submitted.rowVersion,
      approvalDecision: 'APP',
      acknowledged: listAcknowledgments(submitted),
    },
  });
  return maker.disburseDistribution({ params, body: { rowVersion } });
}

/** Returns the plan's distribution as a request sends it. */
export const planDistributionBody = (planted: PlantedPlan) =>
  toWire(planDistribution(planted)) as Record<string, unknown>;

interface Warned {
  readonly warnings?: readonly { readonly acknowledgment?: string | null }[];
}

/** Returns the keys of a run's warnings that have to be acknowledged before it is submitted and approved. */
export const listAcknowledgments = ({ warnings = [] }: Warned): string[] =>
  warnings.flatMap(({ acknowledgment }) => acknowledgment ?? []);
/** The same for a run as a response spells it. */
export const keysIn = (run: object): readonly string[] => listAcknowledgments(fromWire(run) as Warned);
