import { safeFileName } from '@carrara/adapters/files/fileName';
import { noticeEndpoints } from '@carrara/contract/performance/ledger/notice';
import { noticeName } from '@carrara/domain/performance/ledger';
import type { Command } from 'commander';
import { join, resolve } from 'node:path';
import type { Outcome } from '../run/exitCode.ts';
import { findByName, vehicleNamed } from '../lookup/vehicleNamed.ts';
import { act, type Run, withExamples } from '../run/act.ts';
import { CommandStop } from '../run/commandStop.ts';
import { createFolder, refuseExisting, saveFile } from '../run/saveFile.ts';
import type { World } from '../run/world.ts';
import { valueOrStop } from '../session/failureStop.ts';
import { runInSession, withServerOptions } from '../session/openSession.ts';
import type { SettingValues } from '../settings/settings.ts';

interface Options extends SettingValues {
  readonly investor?: string;
  readonly out: string;
  readonly overwrite?: true;
}

/** `carrara notice FUND NUMBER`: a notice as a PDF for each investor. */
export function addNotice(command: Command, world: World): void {
  withServerOptions(command)
    .argument('<fund>', 'id, name or code of the fund')
    .argument('<number>', 'the number of the notice')
    .option('--investor <name or id>', 'only the notice to one investor')
    .option('--out <folder>', 'where to save them', '.')
    .option('--overwrite', 'replace files that exist');
  withExamples(command, 'carrara notice ARP-I 3 --out notices', "carrara notice ARP-I 3 --investor 'Cedar Endowment'");
  act(command, world, saveNotices);
}

const saveNotices = (run: Run, fund: string, number: string, options: Options) =>
  runInSession(run, options, async (session): Promise<Outcome> => {
    const { server, client } = session;
    const { id: vehicleId, name } = await vehicleNamed(session, fund);
    const notices = valueOrStop(server, await client.call(noticeEndpoints.listNotices, { query: { vehicleId } }));
    const found = notices.find((notice) => String(notice.number) === number.trim());
    if (!found) throw new CommandStop('refused', `${name} has no notice ${number}.`);
    const params = { vehicleId, noticeId: found.id };
    const notice = valueOrStop(server, await client.call(noticeEndpoints.getNoticeShares, { params }));
    const all = notice.investors.map(({ investor }) => ({ ...investor, code: null }));
    if (all.length === 0) throw new CommandStop('refused', `${noticeName(notice)} of ${name} has no posted entries.`);
    const investors = options.investor === undefined ? all : [findByName(all, options.investor, 'investor')];
    const folder = resolve(run.folder, options.out);
    const paths = investors.map((investor) =>
      join(folder, safeFileName(`${investor.name} - ${noticeName(notice)} - ${name}`, 'pdf')),
    );
    if (!options.overwrite) paths.forEach(refuseExisting);
    await createFolder(folder);
    for (const [at, { id: investorId }] of investors.entries()) {
      const request = { params, query: { investorId } };
      const { bytes } = valueOrStop(server, await client.download(noticeEndpoints.printNotice, request));
      const path = paths[at] ?? '';
      await saveFile(path, bytes, { replace: options.overwrite });
      await run.print(path);
    }
    return 'done';
  });
