import { dailyMailHour, initialMailChoices } from '@carrara/domain/platform/mail';
import { dueSoonDays, payNoteSubject, taskDueText, taskOverdueText } from '@carrara/domain/platform/note';
import type pg from 'pg';
import { dayText, sentence, textLiteral } from '../../engine/texts/text.ts';
import { objectNameSql, isPayNoteSql } from './noteSubjects.ts';

const zone = `coalesce(nullif(t.settings ->> 'timeZone', ''), 'UTC')`;
/** SQL for the record in the sentence. */
const on = `CASE WHEN ${isPayNoteSql('n')} THEN ${textLiteral(payNoteSubject)} ELSE ${objectNameSql('n')} END`;

/**
 * Notifies the assignees of tasks that are due soon or overdue, by the firm's local date. They are notified once when
 * a task becomes due soon, unless this has happened since, and once when it is overdue. Returns the number of
 * notifications.
 */
export async function notifyOfDueTasks(worker: pg.Pool, now: Date): Promise<number> {
  const { rowCount } = await worker.query(
    `INSERT INTO notification (tenant_id, id, person_id, kind, subject, link, decision_record_id, object_type, object_id, created_at, mail_at)
     SELECT n.tenant_id, uuid_v7(), n.assignee_id, 'assignment',
       left(CASE WHEN n.due_date < d.today THEN ${sentence(taskOverdueText, on, dayText('n.due_date'))} ELSE ${sentence(taskDueText, on, dayText('n.due_date'))} END, 300),
       '/note/' || n.object_id || '?note=' || n.id || CASE WHEN ${isPayNoteSql('n')} THEN '&application=comp' ELSE '' END,
       n.id, n.object_type, n.object_id, $1, notice_mail_at(n.tenant_id, n.assignee_id, 'assignment', $2, $3, $1)
     FROM note n JOIN tenant t ON t.id = n.tenant_id AND NOT t.is_inactive
     CROSS JOIN LATERAL (SELECT ($1::timestamptz AT TIME ZONE ${zone})::date AS today) d
     JOIN membership m ON m.tenant_id = n.tenant_id AND m.person_id = n.assignee_id AND NOT m.is_inactive
     JOIN person p ON p.id = n.assignee_id AND NOT p.is_inactive
     WHERE n.assignee_id IS NOT NULL AND n.done_at IS NULL AND n.deleted_at IS NULL AND n.due_date <= d.today + ${dueSoonDays}
       AND NOT EXISTS (SELECT FROM notification x
         WHERE x.tenant_id = n.tenant_id AND x.person_id = n.assignee_id AND x.decision_record_id = n.id AND x.kind = 'assignment'
           AND (x.created_at AT TIME ZONE ${zone})::date >= CASE WHEN n.due_date < d.today THEN n.due_date + 1 ELSE n.due_date - ${dueSoonDays} END)`,
    [now, initialMailChoices.assignment, dailyMailHour],
  );
  return rowCount ?? 0;
}
