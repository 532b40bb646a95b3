import { assembleSources } from '@carrara/adapters/postgres/carry/distribution/assemble';
import { loadDisbursedAt, type DisplayedHead } from '@carrara/adapters/postgres/carry/distribution/head';
import { loadLabels } from '@carrara/adapters/postgres/carry/run/labels';
import { loadRun } from '@carrara/adapters/postgres/carry/distribution/rows';
import {
  type PayeeFacts,
  payeeFacts,
  type TrancheHolder,
  trancheHolders,
} from '@carrara/adapters/postgres/carry/distribution/payeeFacts';
import { type VestedOfRun, vestedOfRun } from '@carrara/adapters/postgres/carry/distribution/runVesting';
import type { Letterhead } from '@carrara/adapters/pdf/letterhead';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { releasedLetterTemplate } from '@carrara/adapters/postgres/platform/delivery/deliver';
import { loadTenant } from '@carrara/adapters/postgres/platform/tenant';
import type { Distribution } from '@carrara/contract/carry/run/distributionRecord';
import { type Grants, hasPermission } from '@carrara/contract/core/permissions';
import type { LetterTemplate } from '@carrara/domain/carry/letterTemplate';
import { err, type Failures, ok, type Result } from '@carrara/domain/kernel';
import { runWithLetters } from '../usecases/carry/letterRelease.ts';
import { storedLetterTemplate } from '../usecases/carry/letterTemplate.ts';
import { loadLetterhead } from './letterhead.ts';

/** Everything that a run's letters are created from. */
export interface LetterFacts {
  readonly distribution: DisplayedHead & Pick<Distribution, 'distributionSources'>;
  readonly head: Letterhead;
  readonly template: LetterTemplate;
  readonly payees: readonly PayeeFacts[];
  readonly holders: readonly TrancheHolder[];
  readonly vesting: readonly VestedOfRun[];
}

/** Personal data of payees that a reader may see. */
export interface PayeeVisibility {
  readonly addresses: boolean;
  readonly accounts: boolean;
}
export const payeeVisibility = (grants: Grants): PayeeVisibility => ({
  addresses: hasPermission(grants, 'employee.viewAddress'),
  accounts: hasPermission(grants, 'bankAccount.view'),
});

/** Returns a payee as displayed to a reader in letters: without an address or bank account that the reader may not see. */
export const payeeFor =
  ({ addresses, accounts }: PayeeVisibility) =>
  (payee: PayeeFacts): PayeeFacts => ({
    ...payee,
    address: addresses ? payee.address : [],
    account: accounts ? payee.account : null,
  });

interface Row {
  readonly participant: { readonly participantId: string };
  readonly memberDetails: readonly Row[];
}
const idsOf = (rows: readonly Row[]): string[] =>
  rows.flatMap(({ participant, memberDetails }) => [participant.participantId, ...idsOf(memberDetails)]);

/**
 * Loads a run with the other facts in its letters, with one statement per kind of fact, however many payees there are. Unless they are being
 * released, letters that were released before have the texts of that release, even if the firm changed its template.
 *
 * Fails: as `runWithLetters`.
 */
export async function readLetterFacts(
  tx: Transaction,
  id: string,
  { isRelease = false }: { readonly isRelease?: boolean | undefined } = {},
): Promise<Result<LetterFacts, Failures>> {
  const found = await runWithLetters(tx, id);
  if (found.isErr()) return err(found.error);
  const rows = await loadRun(tx, id);
  const sources = assembleSources(rows, await loadLabels(tx, rows));
  const participants = [...new Set(sources.flatMap(({ details }) => idsOf(details)))];
  const tenant = await loadTenant(tx);
  const released = isRelease ? undefined : await releasedLetterTemplate(tx, id);
  return ok({
    distribution: { ...found.value, distributionSources: sources },
    head: await loadLetterhead(tx, tenant),
    template: { ...storedLetterTemplate(tenant), ...released },
    payees: await payeeFacts(tx, participants, {
      on: found.value.distributionDate,
      paidAt: await loadDisbursedAt(tx, id),
    }),
    holders: await trancheHolders(
      tx,
      sources.map(({ source }) => source.id),
    ),
    vesting: await vestedOfRun(tx, id),
  });
}
