import { addressOfInvestor, readNotices } from '@carrara/adapters/postgres/performance/ledger/readLedger';
import type { noticeEndpoints } from '@carrara/contract/performance/ledger/notice';
import { exportFormats } from '@carrara/contract/core/fileTypes';
import { err, fail, ok } from '@carrara/domain/kernel';
import type { Operations } from '../../../core/operations.ts';
import { deleteNotice, saveNotice } from '../../../usecases/performance/notice.ts';
import { loadIssuer } from '../vehicle/loadIssuer.ts';
import { noRecipients, readNotice } from './readNotice.ts';

export const noticeOperations: Operations<typeof noticeEndpoints> = {
  listNotices: async ({ tx }, { query }) => ok(await readNotices(tx, query.vehicleId)),
  getNoticeShares: ({ tx }, { params }) => readNotice(tx, params),
  async printNotice(context, { params, query: { investorId } }) {
    const { tx } = context;
    const found = await readNotice(tx, params);
    if (found.isErr()) return err(found.error);
    const { investors, ...notice } = found.value;
    if (investors.length === 0) return err(noRecipients(notice));
    const share = investors.find(({ investor }) => investor.id === investorId);
    if (!share) return err([fail('NOT_FOUND', ['investorId'], 'The notice has no amount for this investor.')]);
    const { noticePdf, noticeTitle } = await import('@carrara/adapters/pdf/noticePdf');
    const { extension, type } = exportFormats['application/pdf'];
    const own = { notice, share, address: await addressOfInvestor(tx, investorId) };
    return ok({
      name: `${share.investor.name} ${noticeTitle(notice)} ${notice.fund.name} ${notice.dueDate}.${extension}`,
      type,
      content: noticePdf(own, await loadIssuer(context, params.vehicleId)),
    });
  },
  saveNotice: ({ tx }, { body: { vehicleId, ...notice } }) => saveNotice(tx, vehicleId, notice),
  deleteNotice: ({ tx }, { params }) => deleteNotice(tx, params),
};
