import type { RowOf } from '@carrara/contract/core/endpoint';
import type { mailEndpoints } from '@carrara/contract/platform/mail/mail';
import { v7 as newId } from 'uuid';
import { column } from '../../engine/lists/definition.ts';
import { defineListQuery } from '../../engine/lists/listQuery.ts';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import type { MailPart } from './mailQueue.ts';

/** Content of a mail, besides the texts that all mails share. */
export interface NewMail {
  readonly personId: string | null;
  readonly kind: string;
  readonly address: string;
  readonly subject: string;
  readonly parts: readonly MailPart[];
  /** Token of the mail's link, with a function that encrypts it for this mail. */
  readonly token?: { readonly value: string; readonly seal: (value: Uint8Array, mailId: string) => Uint8Array };
  /** Expiry of the link. */
  readonly goodUntil?: Date;
}

/** Queues a mail in this transaction. The database contains the link's token only in encrypted form. */
export async function queueMail(tx: Transaction, mail: NewMail): Promise<string> {
  const id = newId();
  const { personId, kind, address, subject, parts, token, goodUntil } = mail;
  await tx.query(
    `INSERT INTO mail (tenant_id, id, person_id, kind, address, subject, parts, token, good_until, due_at, created_at, created_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7::jsonb, $8, $9, $10, $10, $11)`,
    [
      tx.tenantId,
      id,
      personId,
      kind,
      address,
      subject,
      JSON.stringify(parts),
      token ? token.seal(Buffer.from(token.value), id) : null,
      goodUntil ?? null,
      tx.now,
      tx.personId,
    ],
  );
  return id;
}

/** List of a firm's mails, newest first, with their status but without their content. */
export const mailList = defineListQuery<RowOf<typeof mailEndpoints.listMails>>({
  base: { table: 'mail' },
  columns: {
    createdDate: { value: 'b.created_at', sort: 'b.created_at' },
    address: column('text', 'b.address'),
    kind: column('text', 'b.kind'),
    status: column('text', 'b.status'),
    refusals: column('count', 'b.refusals'),
    dueDate: { value: `CASE b.status WHEN 'WAITING' THEN b.due_at END`, sort: 'b.due_at' },
    answer: column('text', `coalesce(b.answer, '')`),
    canRetry: { value: `b.status = 'FAILED' AND coalesce(b.good_until > now(), true)` },
  },
  search: { text: `lower(b.address || E'\\n' || b.kind || E'\\n' || coalesce(b.answer, ''))` },
  defaultSort: { field: 'createdDate', ascending: false },
});

/** True if the mail exists. */
export async function hasMail(tx: Transaction, id: string): Promise<boolean> {
  const found = await tx.query('SELECT id FROM mail WHERE tenant_id = $1 AND id = $2', [tx.tenantId, id]);
  return found.length > 0;
}

/** Retries a failed mail from the start. Returns false if it hasn't failed, or its link has expired. */
export async function retryMail(tx: Transaction, id: string): Promise<boolean> {
  const found = await tx.query(
    `UPDATE mail SET status = 'WAITING', refusals = 0, due_at = $3, ended_at = NULL
     WHERE tenant_id = $1 AND id = $2 AND status = 'FAILED' AND coalesce(good_until > $3, true) RETURNING id`,
    [tx.tenantId, id, tx.now],
  );
  return found.length > 0;
}
