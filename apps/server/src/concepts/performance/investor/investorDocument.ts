import { statedInvestors } from '@carrara/adapters/postgres/performance/statement/statementLists';
import {
  investorDocuments,
  type investorDocumentEndpoints,
} from '@carrara/contract/performance/investor/investorDocuments';
import { err, fail, displayedDate } from '@carrara/domain/kernel';
import { noticeName } from '@carrara/domain/performance/ledger';
import type { Operations } from '../../../core/operations.ts';
import { startTask, type TaskStart } from '../../../usecases/platform/task.ts';
import { noRecipients, readNotice } from '../ledger/readNotice.ts';
import { findStatements, missingStatement } from '../statement/statementAnswers.ts';

/** Operations on documents for all investors of a fund. */
export const investorDocumentOperations = ({ onTask }: TaskStart): Operations<typeof investorDocumentEndpoints> => ({
  async startNoticeDocuments({ tx }, { params }) {
    const found = await readNotice(tx, params);
    if (found.isErr()) return err(found.error);
    const { fund, investors, ...notice } = found.value;
    if (investors.length === 0) return err(noRecipients(notice));
    const title = `${noticeName(notice)} of ${fund.name}, for each investor`;
    return startTask(tx, { onTask }, { kind: 'investorDocuments', title, input: params });
  },
  async startInvestorDocuments({ tx, today }, { params, body }) {
    const { fundId, endDate } = params;
    const statements = await findStatements(tx, params);
    if (statements.isErr()) return err(statements.error);
    const fund = statements.value.found.vehicle.name;
    if ((await statedInvestors(tx, { vehicleId: fundId, until: endDate })).length === 0)
      return err([fail('NO_RECIPIENTS', ['endDate'], `${fund} has no investors on ${displayedDate(endDate)}.`)]);
    const end = displayedDate(endDate);
    if (endDate > today)
      return err([
        fail('QUARTER_NOT_ENDED', ['endDate'], `The quarter ending ${end} has not ended. Choose an earlier quarter.`),
      ]);
    const silence =
      statements.value.found.vehicle.navBasis === 'LEDGER' ? missingStatement(statements.value) : undefined;
    if (silence !== undefined)
      return err([fail('NAV_MISSING', ['endDate'], `${silence} Choose a quarter with figures.`)]);
    // In the list's order, without duplicates.
    const documents = investorDocuments.flatMap(({ code }) => (body.documents.includes(code) ? [code] : []));
    const input = { fundId, endDate, documents: documents.join(' '), format: body.format };
    const title = `Investor documents of ${fund}, quarter ending ${end}`;
    return startTask(tx, { onTask }, { kind: 'investorDocuments', title, input });
  },
});
