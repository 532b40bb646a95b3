import {
  loadPackage,
  loadTransfer,
  moveStoredTransfer,
  hashPackage,
  pendingOverLink,
  sendTransfer,
  type StoredTransfer,
  transfersOfInvestor,
} from '@carrara/adapters/postgres/platform/dataTransfer/dataTransfers';
import { releasedDocuments } from '@carrara/adapters/postgres/platform/document/transferDocuments';
import { notifyLinked } from '@carrara/adapters/postgres/platform/inbox/notifications';
import {
  liveLinksAbout,
  loadLink,
  lockLinks,
  type StoredLink,
} from '@carrara/adapters/postgres/platform/tenantLink/tenantLinks';
import type { Change } from '@carrara/adapters/postgres/engine/journal/change';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import type { DataTransfer } from '@carrara/contract/platform/dataTransfer/dataTransfer';
import { calendarDate, err, fail, ok, required, displayedDate } from '@carrara/domain/kernel';
import type { EventOf } from '@carrara/domain/kernel/lifecycle';
import {
  dataTransferLifecycle,
  decideArrival,
  decideTransfer,
  decideTransferAcceptance,
  decideTransferLink,
  decideUndo,
  transferLinkRemoved,
  openPackage,
  packageFormat,
  transferAnswerFailures,
  type TransferPackage,
  type TransferredFund,
  type TransferResolution,
} from '@carrara/domain/platform/dataTransfer';
import { v7 as newId } from 'uuid';
import type { Storage } from '../../files/storeFiles.ts';
import type { RunInTransaction, RequestContext } from '../../core/operations.ts';
import { type Outcome, staleVersion } from '../outcome.ts';
import {
  type TransferredFiles,
  listNewFiles,
  noNewFiles,
  removeTransferredFiles,
  removeDocuments,
  storeTransferredFiles,
  importDocuments,
  type TransferredStatements,
} from './transferDocuments.ts';

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
/** Result of accepting a transfer: the written rows and its investor here. */
export interface AcceptedTransfer extends WrittenTransfer {
  readonly investorId: string;
}
/** Result of writing a transfer: live events to send with its audit entry, and further audit entries. */
export interface WrittenTransfer {
  readonly alsoNotifies: NonNullable<Change['alsoNotifies']>;
  readonly following: readonly Change[];
}

/** The funds of an investor at a quarter end, and the names of its funds that have no such quarter. */
export interface SentFunds {
  readonly investorCode: string;
  readonly funds: readonly Omit<TransferredFund, 'documents'>[];
  readonly missing: readonly string[];
}

/** Other areas' parts in a transfer. */
export interface TransferPorts {
  readonly storage: Storage;
  /** Returns the locked figures of an investor at a quarter end. Fails if there are none, or a quarter is open. */
  readonly transferredFunds: (context: RequestContext, investorId: string, endDate: string) => Outcome<SentFunds>;
  /** Takes over a transfer into the books. */
  readonly acceptTransfer: (
    context: RequestContext,
    incoming: IncomingTransfer,
    resolutions: readonly TransferResolution[],
  ) => Outcome<AcceptedTransfer>;
  /** Returns the statements to print from its figures, and its investor here if known. */
  readonly transferredStatements: (
    context: RequestContext,
    incoming: IncomingTransfer,
  ) => Promise<TransferredStatements>;
  /** Undoes a transfer. */
  readonly undoTransfer: (tx: Transaction, transferId: string, reason: string) => Outcome<WrittenTransfer>;
}

export const noSuchTransfer = () => err([fail('NOT_FOUND', ['id'], 'There is no such transfer.')]);
const textOf = (comments: string | null | undefined) => comments?.trim() || null;
const nameOf = ({ investorName, periodEndDate }: StoredTransfer) =>
  `${investorName} ${displayedDate(calendarDate(periodEndDate))}`;

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
    ...(written ? { alsoNotifies: written.alsoNotifies } : {}),
  });
  for (const change of written?.following ?? []) tx.record(change);
}

/**
 * Texts of notifications about a transfer, which follow the name of its subject. They go to the other firm, or to both
 * if the transfer failed.
 */
const messages: Partial<
  Record<Event | 'submitDataTransfer', (subject: string, sender: string, receiver: string) => string>
> = {
  submitDataTransfer: (subject, sender) => `${sender} sent ${subject}. Accept or decline them.`,
  acceptDataTransfer: (subject, _sender, receiver) => `${receiver} accepted ${subject}.`,
  declineDataTransfer: (subject, _sender, receiver) => `${receiver} declined ${subject}.`,
  failDataTransfer: (subject, sender, receiver) => `The transfer of ${subject} from ${sender} to ${receiver} failed.`,
  undoDataTransfer: (subject, _sender, receiver) => `${receiver} undid its acceptance of ${subject}.`,
};

async function notifyOfTransfer(
  tx: Transaction,
  event: keyof typeof messages,
  transfer: StoredTransfer,
): Promise<void> {
  const { investorName, periodEndDate, sourceTenantName, targetTenantName, otherTenantId, id } = transfer;
  const message = messages[event];
  if (!message) return;
  const figures = `the figures of ${investorName} as of ${displayedDate(calendarDate(periodEndDate))}`;
  for (const firm of event === 'failDataTransfer' ? [otherTenantId, tx.tenantId] : [otherTenantId])
    await notifyLinked(tx, {
      firm,
      permission: 'dataTransfer.edit',
      subject: message(figures, sourceTenantName, targetTenantName),
      link: `/performance/datamanagement/tenantlinkdatatransfer/${id}`,
    });
}

async function moved(
  tx: Transaction,
  operation: Event,
  transfer: StoredTransfer,
  answer: string | null,
  written?: WrittenTransfer,
): Outcome<StoredTransfer> {
  const to = dataTransferLifecycle.apply(transfer.transferStatus.code, operation);
  if (to.isErr()) return err([to.error]);
  if ((await moveStoredTransfer(tx, transfer, to.value, answer)) === undefined) return staleVersion();
  const after = required(await loadTransfer(tx, transfer.id), `transfer ${transfer.id}`);
  recordTransfer(tx, operation, transfer, after, answer, written);
  await notifyOfTransfer(tx, operation, after);
  return ok(after);
}

/** Opens the package of a transfer, checking its hash and its request. */
export async function readPackage(tx: Transaction, transfer: StoredTransfer): Outcome<TransferPackage> {
  const stored = required(await loadPackage(tx, transfer.id), `package of transfer ${transfer.id}`);
  return openPackage(stored.text, stored.hash, {
    linkId: transfer.linkId,
    investorId: transfer.investorId,
    periodEnd: transfer.periodEndDate,
    hash: transfer.packageHash,
  });
}

/** Returns the package of a transfer as it was sent. Undefined if it was altered. Fails: NOT_FOUND. */
export async function sentPackage(tx: Transaction, id: string): Outcome<TransferPackage | undefined> {
  const transfer = await loadTransfer(tx, id);
  return transfer ? ok((await readPackage(tx, transfer)).unwrapOr(undefined)) : noSuchTransfer();
}

export const incomingTransfer = (
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
export async function failLinkTransfers(tx: Transaction, link: StoredLink, investorId?: string): Promise<void> {
  for (const transfer of await pendingOverLink(tx, link.id, investorId))
    await moved(tx, 'failDataTransfer', transfer, transferLinkRemoved);
}

interface TransferAnswer {
  readonly id: string;
  readonly rowVersion?: number | null | undefined;
  readonly comments?: string | null | undefined;
}

/** Returns a transfer that this tenant can answer. Fails: NOT_FOUND, OWN_REQUEST, STALE_VERSION. */
async function answerable(tx: Transaction, { id, rowVersion }: TransferAnswer): Outcome<StoredTransfer> {
  await lockLinks(tx);
  const transfer = await loadTransfer(tx, id);
  if (!transfer) return noSuchTransfer();
  const failures = transferAnswerFailures(transfer, rowVersion);
  return failures.length > 0 ? err(failures) : ok(transfer);
}

/** Returns the other accepted transfers of the same investor, for one quarter or all, latest acceptance first. */
export const otherAcceptedTransfers = async (
  tx: Transaction,
  { id, investorId }: StoredTransfer,
  periodEnd: string | null,
) =>
  (await transfersOfInvestor(tx, investorId, periodEnd))
    .filter((storedTransfer) => storedTransfer.id !== id && storedTransfer.transferStatus.code === 'COMP')
    .sort((storedTransfer, other) => (answeredDateOf(storedTransfer) > answeredDateOf(other) ? -1 : 1));

/** Ids are assigned in chronological order, even within one timestamp. */
export const isEarlier = (transfer: StoredTransfer, other: StoredTransfer) => transfer.id < other.id;

const answeredDateOf = ({ id, answeredDate }: StoredTransfer) => required(answeredDate, `answer to transfer ${id}`);

const isAcceptedBefore = (transfer: StoredTransfer, other: StoredTransfer) =>
  transfer.answeredDate === other.answeredDate
    ? isEarlier(transfer, other)
    : answeredDateOf(transfer) < answeredDateOf(other);

/**
 * Sends the locked figures of an investor at a quarter end, with the released documents, over its link. Supersedes an earlier transfer that still waits.
 *
 * Fails: those of `decideTransferLink`, `transferredFunds` and `decideTransfer`.
 */
export async function submitDataTransfer(
  context: RequestContext,
  { transferredFunds }: Pick<TransferPorts, 'transferredFunds'>,
  { investorId, endDate }: { readonly investorId: string; readonly endDate: string },
): Outcome<{ readonly transfer: StoredTransfer; readonly missingFunds: readonly string[] }> {
  const { tx } = context;
  await lockLinks(tx);
  const over = decideTransferLink(
    await liveLinksAbout(tx, investorId),
    ({ requestStatus }) => requestStatus.code,
    investorId,
  );
  if (over.isErr()) return err(over.error);
  const { link, investor } = over.value;
  const found = await transferredFunds(context, investorId, endDate);
  if (found.isErr()) return err(found.error);
  const { investorCode, funds, missing: missingFunds } = found.value;
  const released = await releasedDocuments(tx, [investor.id, ...funds.map(({ id }) => id)]);
  const sent: TransferPackage = {
    format: packageFormat,
    linkId: link.id,
    periodEnd: endDate,
    investor: { id: investor.id, code: investorCode, name: investor.investorName },
    funds: funds.map((fund) => ({ ...fund, documents: released.get(fund.id) ?? [] })),
    documents: released.get(investor.id) ?? [],
    missingFunds,
  };
  const text = JSON.stringify(sent);
  const earlier = await transfersOfInvestor(tx, investorId, endDate);

  const superseded = decideTransfer(earlier, ({ transferStatus }) => transferStatus.code, hashPackage(text));
  if (superseded.isErr()) return err(superseded.error);

  for (const transfer of superseded.value) {
    const ended = await moved(tx, 'supersedeDataTransfer', transfer, null);
    if (ended.isErr()) return err(ended.error);
  }
  const id = newId();
  await sendTransfer(tx, {
    id,
    targetId: link.isOurs ? link.targetTenantId : link.sourceTenantId,
    linkId: link.id,
    investorId: investor.id,
    investorName: investor.investorName,
    periodEnd: endDate,
    text,
  });
  const after = required(await loadTransfer(tx, id), `transfer ${id}`);
  recordTransfer(tx, 'submitDataTransfer', null, after, null);
  await notifyOfTransfer(tx, 'submitDataTransfer', after);
  return ok({ transfer: after, missingFunds });
}

/** Loads a transfer to accept, with its package, and decides if it can be accepted or fails. Fails: as `answerable` and `decideTransferAcceptance`. */
async function arrivalOf(tx: Transaction, answer: TransferAnswer) {
  const found = await answerable(tx, answer);
  if (found.isErr()) return err(found.error);
  const transfer = found.value;
  const { transferStatus, investorName, periodEndDate, answer: reason } = transfer;
  const open = decideTransferAcceptance({
    status: transferStatus.code,
    investorName,
    periodEnd: calendarDate(periodEndDate),
    answer: reason ?? null,
  });
  if (open.isErr()) return err(open.error);
  const link = await loadLink(tx, transfer.linkId);
  const isLinked = link?.requestStatus.code === 'ACCEPT';
  const arrival = decideArrival(await readPackage(tx, transfer), isLinked);
  return ok({ transfer, arrival: arrival.map((sent) => incomingTransfer(transfer, sent)) });
}

/**
 * Copies the files of a transfer and prints its statements before it is accepted. A transfer that can't be accepted is refused in the transaction, and
 * nothing is stored for it.
 */
export async function prepareAcceptance(
  read: RunInTransaction,
  { storage, transferredStatements }: Pick<TransferPorts, 'storage' | 'transferredStatements'>,
  answer: TransferAnswer,
): Outcome<TransferredFiles> {
  const requested = await read(async (context) => {
    const found = await arrivalOf(context.tx, answer);
    if (found.isErr() || found.value.arrival.isErr()) return ok(noNewFiles);
    const incoming = found.value.arrival.value;
    return ok(await listNewFiles(context.tx, incoming, await transferredStatements(context, incoming)));
  });
  return requested.isErr() ? err(requested.error) : storeTransferredFiles(read, storage, requested.value);
}

/**
 * Accepts a transfer into the books. An altered one ends here as failed, in both audit logs. It isn't a refusal that would leave it waiting.
 *
 * Fails: as `arrivalOf`, `acceptTransfer` and `importDocuments`.
 */
export async function acceptDataTransfer(
  context: RequestContext,
  { storage, acceptTransfer, transferredStatements }: TransferPorts,
  answer: TransferAnswer & { readonly resolutions: readonly TransferResolution[] },
  brought: TransferredFiles,
): Outcome<StoredTransfer> {
  const { tx } = context;
  const found = await arrivalOf(tx, answer);
  if (found.isErr()) return err(found.error);
  const { transfer, arrival } = found.value;
  if (arrival.isErr()) {
    tx.afterCommit(() => removeTransferredFiles(storage, brought));
    return moved(tx, 'failDataTransfer', transfer, arrival.error);
  }
  const incoming = arrival.value;
  const written = await acceptTransfer(context, incoming, answer.resolutions);
  if (written.isErr()) return err(written.error);
  const { investorId } = written.value;
  const { statements } = await transferredStatements(context, incoming);
  const documents = await importDocuments(tx, storage, incoming, { investorId, statements }, brought);
  if (documents.isErr()) return err(documents.error);
  return moved(tx, 'acceptDataTransfer', transfer, textOf(answer.comments), written.value);
}

/** Declines a transfer. Fails: as `answerable`, WRONG_STATE. */
export async function declineDataTransfer(tx: Transaction, answer: TransferAnswer): Outcome<StoredTransfer> {
  const transfer = await answerable(tx, answer);
  if (transfer.isErr()) return err(transfer.error);
  return moved(tx, 'declineDataTransfer', transfer.value, textOf(answer.comments));
}

/** Undoes the acceptance of a transfer. Fails: as `answerable`, `decideUndo` and `undoTransfer`. */
export async function undoDataTransfer(
  { tx, now }: RequestContext,
  { storage, undoTransfer }: TransferPorts,
  answer: TransferAnswer,
): Outcome<StoredTransfer> {
  const found = await answerable(tx, answer);
  if (found.isErr()) return err(found.error);
  const transfer = found.value;
  const [last] = await otherAcceptedTransfers(tx, transfer, null);
  const accepted = {
    status: transfer.transferStatus.code,
    acceptedAt: new Date(transfer.answeredDate ?? transfer.createdDate),
    hasLater: last !== undefined && isAcceptedBefore(transfer, last),
  };

  const reason = decideUndo(accepted, textOf(answer.comments), now);
  if (reason.isErr()) return err(reason.error);

  const written = await undoTransfer(tx, transfer.id, reason.value);
  if (written.isErr()) return err(written.error);
  const documents = await removeDocuments(tx, storage, transfer.id);
  if (documents.isErr()) return err(documents.error);
  return moved(tx, 'undoDataTransfer', transfer, reason.value, written.value);
}
