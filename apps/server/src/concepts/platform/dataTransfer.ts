import {
  dataTransferList,
  loadPackage,
  loadTransfer,
  moveStoredTransfer,
  packageHashOf,
  pendingOverLink,
  sendTransfer,
  type StoredTransfer,
  transferCounts,
  transfersOf,
  transfersOfInvestor,
} from '@carrara/adapters/postgres/platform/dataTransfer';
import { releasedDocuments } from '@carrara/adapters/postgres/platform/document';
import { notifyLinked } from '@carrara/adapters/postgres/platform/inbox';
import { liveLinksAbout, loadLink, lockLinks, type StoredLink } from '@carrara/adapters/postgres/platform/tenantLink';
import type { Change } from '@carrara/adapters/postgres/engine/journal';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork';
import type {
  ChangeDisplay,
  DataTransfer,
  DataTransferHead,
  dataTransferEndpoints,
} from '@carrara/contract/platform/dataTransfer';
import { calendarDate, err, type Failures, fail, ok, type Result, shownDate } from '@carrara/domain/kernel';
import type { EventOf } from '@carrara/domain/kernel/lifecycle';
import {
  dataTransferLifecycle,
  decideTransfer,
  decideTransferAcceptance,
  decideUndo,
  openPackage,
  type PackageChange,
  packageChanges,
  packageFormat,
  type TransferPackage,
  hasPartnerTransfer,
  type TransferredFund,
  transferAnswerFailures,
} from '@carrara/domain/platform/dataTransfer';
import { v7 as newId } from 'uuid';
import { inHalves, type Operations, type RequestContext } from '../../core/operations.ts';
import { listOperation } from '../../core/recordOperations.ts';
import type { Storage } from './keepFile.ts';
import {
  type BroughtFiles,
  newFilesOf,
  nothingNew,
  removeBrought,
  removeDocuments,
  storeBrought,
  takeDocuments,
  type TransferredStatements,
} from './transferDocuments.ts';

type Endpoints = typeof dataTransferEndpoints;
type Event = EventOf<typeof dataTransferLifecycle>;

/** A transfer that this tenant received, with its opened package. */
export interface IncomingTransfer {
  readonly id: string;
  /** Tenant that sent it. */
  readonly sourceId: string;
  readonly sourceName: string;
  readonly linkId: string;
  readonly sent: TransferPackage;
}
/** Counterpart of a package's fund in this tenant. */
export interface TransferTarget {
  readonly fundId: string;
  /** Null if it will be created. */
  readonly vehicle: { readonly id: string; readonly name: string } | null;
  /** Fields that both sides have. */
  readonly conflicts: readonly DataTransfer['funds'][number]['conflicts'][number][];
}
/** A choice where both sides have a value. */
export interface TransferResolution {
  readonly fundId: string;
  readonly field: string;
  readonly choice: 'THEIRS' | 'MINE';
}
/** Result of accepting a transfer: the written rows and its investor here. */
export interface TakenTransfer extends WrittenTransfer {
  readonly investorId: string;
}
/** Result of writing a transfer: live events to send with its audit entry, and further audit entries. */
export interface WrittenTransfer {
  readonly alsoTells: NonNullable<Change['alsoTells']>;
  readonly following: readonly Change[];
}

/** The funds of an investor at a quarter end, and the names of its funds that have no such quarter. */
export interface SentFunds {
  readonly funds: readonly Omit<TransferredFund, 'documents'>[];
  readonly missing: readonly string[];
}

export interface DataTransferPorts {
  readonly storage: Storage;
  /** Returns the locked figures of an investor at a quarter end. Fails if there are none, or a quarter is open. */
  readonly transferredFunds: (
    context: RequestContext,
    investorId: string,
    endDate: string,
  ) => Promise<Result<SentFunds, Failures>>;
  /** Returns the effects of a transfer here, and the fields that both sides have. */
  readonly transferTargets: (tx: Transaction, incoming: IncomingTransfer) => Promise<readonly TransferTarget[]>;
  /** Returns how a difference between two packages is displayed. Null if it isn't. */
  readonly displayOfChange: (change: PackageChange) => ChangeDisplay | null;
  /** Returns the choices made here when a transfer was accepted. */
  readonly choicesOf: (
    tx: Transaction,
    transferId: string,
  ) => Promise<readonly (DataTransfer['funds'][number]['choices'][number] & { readonly fundId: string })[]>;
  /** Takes over a transfer into the books. */
  readonly takeTransfer: (
    context: RequestContext,
    incoming: IncomingTransfer,
    resolutions: readonly TransferResolution[],
  ) => Promise<Result<TakenTransfer, Failures>>;
  /** Returns the statements to print from its figures, and its investor here if known. */
  readonly transferredStatements: (
    context: RequestContext,
    incoming: IncomingTransfer,
  ) => Promise<TransferredStatements>;
  /** Undoes a transfer. */
  readonly undoTakenTransfer: (
    tx: Transaction,
    transferId: string,
    reason: string,
  ) => Promise<Result<WrittenTransfer, Failures>>;
}

const linkRemoved = 'The link was removed.';
const missing: Failures = [fail('NOT_FOUND', ['id'], 'There is no such transfer.')];
const stale: Failures = [fail('STALE_VERSION', ['rowVersion'], '')];
const textOf = (comments: string | null | undefined) => comments?.trim() || null;
const headOf = ({
  linkId: _link,
  otherTenantId: _other,
  packageHash: _hash,
  ...head
}: StoredTransfer): DataTransferHead => head;
const nameOf = ({ investorName, periodEndDate }: StoredTransfer) =>
  `${investorName} ${shownDate(calendarDate(periodEndDate))}`;

/** Records a change in both tenants' audit logs and notifies people. The notification contains no figures. */
function recordTransfer(
  tx: Transaction,
  operation: string,
  before: StoredTransfer | null,
  after: StoredTransfer,
  reason: string | null,
  written?: WrittenTransfer,
) {
  tx.record({
    operation,
    objectType: 'tenantLinkDataTransferRequest',
    objectId: after.id,
    objectName: nameOf(after),
    before: before && { transferStatus: before.transferStatus },
    after: {
      transferStatus: after.transferStatus,
      investorName: after.investorName,
      periodEndDate: after.periodEndDate,
      packageHash: after.packageHash,
    },
    reason,
    rowVersion: after.rowVersion,
    otherTenantId: after.otherTenantId,
    ...(written ? { alsoTells: written.alsoTells } : {}),
  });
  for (const change of written?.following ?? []) tx.record(change);
}

/**
 * Texts of notifications about a transfer, which follow the name of its subject. They go to the other firm, or to both
 * if the transfer failed.
 */
const told: Partial<Record<Event | 'submitDataTransfer', (of: string, sender: string, receiver: string) => string>> = {
  submitDataTransfer: (of, sender) => `${sender} sent ${of}. Accept or decline them.`,
  acceptDataTransfer: (of, _sender, receiver) => `${receiver} accepted ${of}.`,
  declineDataTransfer: (of, _sender, receiver) => `${receiver} declined ${of}.`,
  failDataTransfer: (of, sender, receiver) => `The transfer of ${of} from ${sender} to ${receiver} failed.`,
  undoDataTransfer: (of, _sender, receiver) => `${receiver} undid its acceptance of ${of}.`,
};

async function tellOfTransfer(tx: Transaction, event: keyof typeof told, transfer: StoredTransfer): Promise<void> {
  const { investorName, periodEndDate, sourceTenantName, targetTenantName, otherTenantId, id } = transfer;
  const words = told[event];
  if (!words) return;
  const figures = `the figures of ${investorName} as of ${shownDate(calendarDate(periodEndDate))}`;
  for (const firm of event === 'failDataTransfer' ? [otherTenantId, tx.tenantId] : [otherTenantId])
    await notifyLinked(tx, {
      firm,
      permission: 'dataTransfer.edit',
      subject: words(figures, sourceTenantName, targetTenantName),
      link: `/performance/datamanagement/tenantlinkdatatransfer/${id}`,
    });
}

async function moved(
  tx: Transaction,
  operation: Event,
  transfer: StoredTransfer,
  answer: string | null,
  written?: WrittenTransfer,
): Promise<Result<StoredTransfer, Failures>> {
  const to = dataTransferLifecycle.apply(transfer.transferStatus.code, operation);
  if (to.isErr()) return err([to.error]);
  if ((await moveStoredTransfer(tx, transfer, to.value, answer)) === undefined) return err(stale);
  const after = (await loadTransfer(tx, transfer.id))!;
  recordTransfer(tx, operation, transfer, after, answer, written);
  await tellOfTransfer(tx, operation, after);
  return ok(after);
}

/** Opens the package of a transfer, checking its hash and its request. */
async function packageOf(tx: Transaction, transfer: StoredTransfer): Promise<Result<TransferPackage, Failures>> {
  const stored = (await loadPackage(tx, transfer.id))!;
  return openPackage(stored.text, stored.hash, {
    linkId: transfer.linkId,
    investorId: transfer.investorId,
    periodEnd: transfer.periodEndDate,
    hash: transfer.packageHash,
  });
}

/** Returns the package of a transfer as it was sent. Undefined if it was altered. Fails: NOT_FOUND. */
export async function sentPackage(tx: Transaction, id: string): Promise<Result<TransferPackage | undefined, Failures>> {
  const transfer = await loadTransfer(tx, id);
  return transfer ? ok((await packageOf(tx, transfer)).unwrapOr(undefined)) : err(missing);
}

const incomingOf = (
  { id, otherTenantId, sourceTenantName, linkId }: StoredTransfer,
  sent: TransferPackage,
): IncomingTransfer => ({
  id,
  sourceId: otherTenantId,
  sourceName: sourceTenantName,
  linkId,
  sent,
});

/** Fails transfers that wait over a removed link, because nobody could accept them anymore. */
export async function failTransfersOf(tx: Transaction, link: StoredLink, investorId?: string): Promise<void> {
  for (const transfer of await pendingOverLink(tx, link.id, investorId))
    await moved(tx, 'failDataTransfer', transfer, linkRemoved);
}

interface Answer {
  readonly id: string;
  readonly rowVersion?: number | null | undefined;
  readonly comments?: string | null | undefined;
}

/** Returns a transfer that this tenant can answer. Fails: NOT_FOUND, OWN_REQUEST, STALE_VERSION. */
async function answerable(tx: Transaction, { id, rowVersion }: Answer): Promise<Result<StoredTransfer, Failures>> {
  await lockLinks(tx);
  const transfer = await loadTransfer(tx, id);
  if (!transfer) return err(missing);
  const failures = transferAnswerFailures(transfer, rowVersion);
  return failures.length > 0 ? err(failures) : ok(transfer);
}

/** Returns the other accepted transfers of the same investor, for one quarter or all, latest acceptance first. */
const acceptedBeside = async (tx: Transaction, { id, investorId }: StoredTransfer, periodEnd: string | null) =>
  (await transfersOfInvestor(tx, investorId, periodEnd))
    .filter((one) => one.id !== id && one.transferStatus.code === 'COMP')
    .sort((one, other) => (one.answeredDate! > other.answeredDate! ? -1 : 1));

/** Ids are assigned in chronological order, even within one timestamp. */
const isEarlier = (one: StoredTransfer, other: StoredTransfer) => one.id < other.id;

const isAcceptedBefore = (one: StoredTransfer, other: StoredTransfer) =>
  one.answeredDate === other.answeredDate ? isEarlier(one, other) : one.answeredDate! < other.answeredDate!;

const acceptanceOf = ({ transferStatus, investorName, periodEndDate, answer }: StoredTransfer) =>
  decideTransferAcceptance({
    status: transferStatus.code,
    investorName,
    periodEnd: calendarDate(periodEndDate),
    answer: answer ?? null,
  });

const figure = ({ figures }: TransferredFund, name: string) => (figures[name] as string | null | undefined) ?? null;
const shownFund = (
  fund: TransferredFund,
  target: TransferTarget | undefined,
  choices: DataTransfer['funds'][number]['choices'],
): DataTransfer['funds'][number] => ({
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
});

export function dataTransferOperations(ports: DataTransferPorts): Operations<typeof dataTransferEndpoints> {
  return {
    listDataTransfers: listOperation(dataTransferList),
    listPendingDataTransfers: async ({ tx }) => ok((await transfersOf(tx, 'pending')).map(headOf)),
    listResolvedDataTransfers: async ({ tx }) => ok((await transfersOf(tx, 'resolved')).map(headOf)),
    getDataTransferTabData: async ({ tx }) => ok(await transferCounts(tx)),

    async getDataTransfer({ tx }, { params }) {
      const transfer = await loadTransfer(tx, params.id);
      if (!transfer) return err(missing);
      const sent = await packageOf(tx, transfer);
      const ofQuarter = await acceptedBeside(tx, transfer, transfer.periodEndDate);
      const [previous] = ofQuarter.filter((one) => isEarlier(one, transfer));
      const before = previous && (await packageOf(tx, previous));
      const isToAnswer = !transfer.isOurs && transfer.transferStatus.code === 'PEND';
      const targets =
        sent.isOk() && isToAnswer ? await ports.transferTargets(tx, incomingOf(transfer, sent.value)) : [];
      const choices = transfer.isOurs ? [] : await ports.choicesOf(tx, transfer.id);
      return ok({
        ...headOf(transfer),
        packageHash: transfer.packageHash,
        isIntact: sent.isOk(),
        funds: sent.isOk()
          ? sent.value.funds.map((fund) =>
              shownFund(
                fund,
                targets.find(({ fundId }) => fundId === fund.id),
                choices.flatMap(({ fundId, ...one }) => (fundId === fund.id ? [one] : [])),
              ),
            )
          : [],
        documents: sent.isOk() ? sent.value.documents.map(({ name }) => name) : [],
        missingFunds: sent.isOk() ? [...(sent.value.missingFunds ?? [])] : [],
        previousId: previous?.id ?? null,
        changes:
          sent.isOk() && before?.isOk()
            ? packageChanges(before.value, sent.value).flatMap((one) => {
                const display = ports.displayOfChange(one);
                return display === null ? [] : [{ ...one, ...display }];
              })
            : [],
      });
    },

    async submitDataTransfer(context, { body }) {
      const { tx } = context;
      await lockLinks(tx);
      const links = await liveLinksAbout(tx, body.investorId);
      const link = links.find(({ requestStatus }) => requestStatus.code === 'ACCEPT');
      const investor = link?.investors.find(({ id }) => id === body.investorId);
      if (!link || !investor)
        return err([fail('NOT_LINKED', ['investorId'], 'This investor is not linked to another tenant.')]);
      const found = await ports.transferredFunds(context, body.investorId, body.endDate);
      if (found.isErr()) return err(found.error);
      const { funds, missing: missingFunds } = found.value;
      const released = await releasedDocuments(tx, [investor.id, ...funds.map(({ id }) => id)]);
      const sent: TransferPackage = {
        format: packageFormat,
        linkId: link.id,
        periodEnd: body.endDate,
        investor: { id: investor.id, name: investor.investorName },
        funds: funds.map((fund) => ({ ...fund, documents: released.get(fund.id) ?? [] })),
        documents: released.get(investor.id) ?? [],
        missingFunds,
      };
      const text = JSON.stringify(sent);
      const earlier = await transfersOfInvestor(tx, body.investorId, body.endDate);
      const waiting = decideTransfer(earlier, ({ transferStatus }) => transferStatus.code, packageHashOf(text));
      if (waiting.isErr()) return err(waiting.error);
      for (const transfer of waiting.value) {
        const superseded = await moved(tx, 'supersedeDataTransfer', transfer, null);
        if (superseded.isErr()) return err(superseded.error);
      }
      const id = newId();
      await sendTransfer(tx, {
        id,
        targetId: link.isOurs ? link.targetTenantId : link.sourceTenantId,
        linkId: link.id,
        investorId: investor.id,
        investorName: investor.investorName,
        periodEnd: body.endDate,
        text,
      });
      const after = (await loadTransfer(tx, id))!;
      recordTransfer(tx, 'submitDataTransfer', null, after, null);
      await tellOfTransfer(tx, 'submitDataTransfer', after);
      return ok({ ...headOf(after), missingFunds: [...missingFunds] });
    },

    acceptDataTransfer: inHalves<Endpoints['acceptDataTransfer'], BroughtFiles>({
      // Files are copied and printed beforehand. A transfer that can't be accepted is refused in the transaction, and
      // nothing is stored for it.
      async prepare(ask, { body }) {
        const asked = await ask(async (context) => {
          const { tx } = context;
          const found = await answerable(tx, body);
          if (found.isErr()) return ok(nothingNew);
          const transfer = found.value;
          const open = acceptanceOf(transfer);
          const sent = await packageOf(tx, transfer);
          const isLinked = (await loadLink(tx, transfer.linkId))?.requestStatus.code === 'ACCEPT';
          if (open.isErr() || sent.isErr() || !isLinked) return ok(nothingNew);
          const incoming = incomingOf(transfer, sent.value);
          return ok(await newFilesOf(tx, incoming, await ports.transferredStatements(context, incoming)));
        });
        return asked.isErr() ? err(asked.error) : storeBrought(ask, ports.storage, asked.value);
      },
      unused: (brought) => removeBrought(ports.storage, brought),
      async run(context, { body }, brought) {
        const { tx } = context;
        const found = await answerable(tx, body);
        if (found.isErr()) return err(found.error);
        const transfer = found.value;
        const open = acceptanceOf(transfer);
        if (open.isErr()) return err(open.error);
        const sent = await packageOf(tx, transfer);
        const link = await loadLink(tx, transfer.linkId);
        const wrong = sent.isErr()
          ? (sent.error[0]?.detail ?? null)
          : link?.requestStatus.code === 'ACCEPT'
            ? undefined
            : linkRemoved;
        // An altered transfer ends here, in both audit logs. It isn't a refusal that would leave it waiting.
        if (sent.isErr() || wrong !== undefined) {
          tx.afterCommit(() => removeBrought(ports.storage, brought));
          return (await moved(tx, 'failDataTransfer', transfer, wrong ?? null)).map(headOf);
        }
        const incoming = incomingOf(transfer, sent.value);
        const written = await ports.takeTransfer(context, incoming, body.resolutions ?? []);
        if (written.isErr()) return err(written.error);
        const { investorId } = written.value;
        const { statements } = await ports.transferredStatements(context, incoming);
        const documents = await takeDocuments(tx, ports.storage, incoming, { investorId, statements }, brought);
        if (documents.isErr()) return err(documents.error);
        return (await moved(tx, 'acceptDataTransfer', transfer, textOf(body.comments), written.value)).map(headOf);
      },
    }),
    async declineDataTransfer({ tx }, { body }) {
      const transfer = await answerable(tx, body);
      if (transfer.isErr()) return err(transfer.error);
      return (await moved(tx, 'declineDataTransfer', transfer.value, textOf(body.comments))).map(headOf);
    },
    async undoDataTransfer({ tx, now }, { body }) {
      const found = await answerable(tx, body);
      if (found.isErr()) return err(found.error);
      const transfer = found.value;
      const [last] = await acceptedBeside(tx, transfer, null);
      const accepted = {
        status: transfer.transferStatus.code,
        acceptedAt: new Date(transfer.answeredDate ?? transfer.createdDate),
        hasLater: last !== undefined && isAcceptedBefore(transfer, last),
      };
      const reason = decideUndo(accepted, textOf(body.comments), now);
      if (reason.isErr()) return err(reason.error);
      const written = await ports.undoTakenTransfer(tx, transfer.id, reason.value);
      if (written.isErr()) return err(written.error);
      const documents = await removeDocuments(tx, ports.storage, transfer.id);
      if (documents.isErr()) return err(documents.error);
      return (await moved(tx, 'undoDataTransfer', transfer, reason.value, written.value)).map(headOf);
    },
  };
}
