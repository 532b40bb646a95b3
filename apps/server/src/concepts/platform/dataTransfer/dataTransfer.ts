import { dataTransferList } from '@carrara/adapters/postgres/platform/dataTransfer/dataTransferList';
import {
  loadTransfer,
  type StoredTransfer,
  transferCounts,
  readTransfers,
} from '@carrara/adapters/postgres/platform/dataTransfer/dataTransfers';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import type {
  ChangeDisplay,
  DataTransfer,
  DataTransferHead,
  dataTransferEndpoints,
} from '@carrara/contract/platform/dataTransfer/dataTransfer';
import { ok } from '@carrara/domain/kernel';
import {
  hasPartnerTransfer,
  type PackageChange,
  packageChanges,
  type TransferredFund,
} from '@carrara/domain/platform/dataTransfer';
import { prepareThenRun, type Operations } from '../../../core/operations.ts';
import { listOperation } from '../../../core/recordOperations.ts';
import {
  acceptDataTransfer,
  otherAcceptedTransfers,
  declineDataTransfer,
  incomingTransfer,
  type IncomingTransfer,
  isEarlier,
  noSuchTransfer,
  readPackage,
  prepareAcceptance,
  submitDataTransfer,
  type TransferPorts,
  type TransferTarget,
  undoDataTransfer,
} from '../../../usecases/platform/dataTransfer.ts';
import { type TransferredFiles, removeTransferredFiles } from '../../../usecases/platform/transferDocuments.ts';

type Endpoints = typeof dataTransferEndpoints;

export interface DataTransferPorts extends TransferPorts {
  /** Returns the effects of a transfer here, and the fields that both sides have. */
  readonly transferTargets: (tx: Transaction, incoming: IncomingTransfer) => Promise<readonly TransferTarget[]>;
  /** Returns how a difference between two packages is displayed. Null if it isn't. */
  readonly displayOfChange: (change: PackageChange) => ChangeDisplay | null;
  /** Returns the choices made here when a transfer was accepted. */
  readonly choicesOf: (
    tx: Transaction,
    transferId: string,
  ) => Promise<readonly (DataTransfer['funds'][number]['choices'][number] & { readonly fundId: string })[]>;
}

const headOf = ({
  linkId: _link,
  otherTenantId: _other,
  packageHash: _hash,
  ...head
}: StoredTransfer): DataTransferHead => head;
const figure = ({ figures }: TransferredFund, name: string) => (figures[name] as string | null | undefined) ?? null;
type Displayed = DataTransfer['funds'][number];
const displayedFund = (
  fund: TransferredFund,
  target: TransferTarget | undefined,
  choices: Displayed['choices'],
): Displayed => ({
  id: fund.id,
  vehicle: target?.vehicle ?? null,
  conflicts: [...(target?.conflicts ?? [])],
  choices,
  code: fund.code,
  name: fund.name,
  currency: fund.currency,
  version: fund.version,
  numberOfEntries: fund.entries.length,
  numberOfHoldings: fund.holdings.length,
  documents: fund.documents.map(({ name }) => name),
  commitment: figure(fund, 'commitment'),
  contributions: figure(fund, 'contributions'),
  distributions: figure(fund, 'distributions'),
  unfunded: figure(fund, 'unfunded'),
  nav: figure(fund, 'nav'),
  irr: figure(fund, 'irr'),
  tvpi: figure(fund, 'tvpi'),
  irrPartial: hasPartnerTransfer(fund.events),
  notDetermined: (fund.figures['notDetermined'] as Displayed['notDetermined'] | undefined) ?? [],
});

export function dataTransferOperations(ports: DataTransferPorts): Operations<typeof dataTransferEndpoints> {
  return {
    listDataTransfers: listOperation(dataTransferList),
    listPendingDataTransfers: async ({ tx }) => ok((await readTransfers(tx, 'pending')).map(headOf)),
    listResolvedDataTransfers: async ({ tx }) => ok((await readTransfers(tx, 'resolved')).map(headOf)),
    getDataTransferTabData: async ({ tx }) => ok(await transferCounts(tx)),

    async getDataTransfer({ tx }, { params }) {
      const transfer = await loadTransfer(tx, params.id);
      if (!transfer) return noSuchTransfer();
      const sent = await readPackage(tx, transfer);
      const ofQuarter = await otherAcceptedTransfers(tx, transfer, transfer.periodEndDate);
      const [previous] = ofQuarter.filter((storedTransfer) => isEarlier(storedTransfer, transfer));
      const before = previous && (await readPackage(tx, previous));
      const isToAnswer = !transfer.isOurs && transfer.transferStatus.code === 'PEND';
      const targets =
        sent.isOk() && isToAnswer ? await ports.transferTargets(tx, incomingTransfer(transfer, sent.value)) : [];
      const choices = transfer.isOurs ? [] : await ports.choicesOf(tx, transfer.id);
      return ok({
        ...headOf(transfer),
        packageHash: transfer.packageHash,
        isIntact: sent.isOk(),
        funds: sent.isOk()
          ? sent.value.funds.map((fund) =>
              displayedFund(
                fund,
                targets.find(({ fundId }) => fundId === fund.id),
                choices.flatMap(({ fundId, ...choice }) => (fundId === fund.id ? [choice] : [])),
              ),
            )
          : [],
        documents: sent.isOk() ? sent.value.documents.map(({ name }) => name) : [],
        missingFunds: sent.isOk() ? [...(sent.value.missingFunds ?? [])] : [],
        previousId: previous?.id ?? null,
        changes:
          sent.isOk() && before?.isOk()
            ? packageChanges(before.value, sent.value).flatMap((packageChange) => {
                const display = ports.displayOfChange(packageChange);
                return display === null ? [] : [{ ...packageChange, ...display }];
              })
            : [],
      });
    },

    async submitDataTransfer(context, { body }) {
      const sent = await submitDataTransfer(context, ports, body);
      return sent.map(({ transfer, missingFunds }) => ({ ...headOf(transfer), missingFunds: [...missingFunds] }));
    },
    acceptDataTransfer: prepareThenRun<Endpoints['acceptDataTransfer'], TransferredFiles>({
      prepare: (read, { body }) => prepareAcceptance(read, ports, body),
      unused: (brought) => removeTransferredFiles(ports.storage, brought),
      run: async (context, { body }, brought) =>
        (await acceptDataTransfer(context, ports, { ...body, resolutions: body.resolutions ?? [] }, brought)).map(
          headOf,
        ),
    }),
    declineDataTransfer: async ({ tx }, { body }) => (await declineDataTransfer(tx, body)).map(headOf),
    undoDataTransfer: async (context, { body }) => (await undoDataTransfer(context, ports, body)).map(headOf),
  };
}
