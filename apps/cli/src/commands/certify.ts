import { verifyCertified } from '@carrara/adapters/certified/verifyCertified';
import { safeFileName } from '@carrara/adapters/files/fileName';
import { certifiedDataEndpoints } from '@carrara/contract/performance/investment/certifiedData';
import {
  allDomains,
  certifiedDomains,
  defaultDomain,
  type Segregation,
  segregations,
} from '@carrara/contract/performance/investment/certifiedDomains';
import { type Command, Option } from 'commander';
import type { Outcome } from '../run/exitCode.ts';
import { recordNamed } from '../lookup/recordNamed.ts';
import { act, type Run, withExamples } from '../run/act.ts';
import { CommandStop } from '../run/commandStop.ts';
import { readInput } from '../run/readInput.ts';
import { outputPath } from '../run/outputPath.ts';
import { refuseExisting, saveFile } from '../run/saveFile.ts';
import type { World } from '../run/world.ts';
import { valueOrStop } from '../session/failureStop.ts';
import { runInSession, withServerOptions } from '../session/openSession.ts';
import type { SettingValues } from '../settings/settings.ts';
import { countText } from '../run/countText.ts';

interface CertifyOptions extends SettingValues {
  readonly date: string;
  readonly fund?: readonly string[];
  readonly investor?: readonly string[];
  readonly domains: string;
  readonly by: Segregation;
  readonly out?: string;
  readonly overwrite?: true;
}

/** `carrara certify` saves signed data of a quarter end. `carrara certify verify FILE` checks the signature of such a file, without a server. */
export function addCertify(certify: Command, world: World): void {
  const codes = [allDomains, ...certifiedDomains.map(({ code }) => code)];
  const create = withServerOptions(certify.command('create', { isDefault: true }))
    .description('Save data as of a quarter end in a signed zip.')
    .requiredOption('--date <day>', 'the quarter end, such as 2026-06-30')
    .option('--fund <name...>', 'only these funds or coinvestments')
    .option('--investor <name...>', 'only these investors')
    .option('--domains <codes>', `kinds of data, separated by commas: ${codes.join(', ')}`, defaultDomain)
    .addOption(
      new Option('--by <what>', 'create separate files for each')
        .choices(segregations.map(({ code }) => code))
        .default('NONE'),
    )
    .option('--out <file>', 'the file or folder to save to (default: this folder)')
    .option('--overwrite', 'replace the file if it exists');
  withExamples(create, 'carrara certify --date 2026-06-30 --domains CAS,CF --by INVESTOR');
  act(create, world, createCertified);
  const verify = certify
    .command('verify')
    .description(
      'Check a file against its signature and digests, without a server. Exits with 1 if anything in it was changed.',
    )
    .argument('<file>', 'the zip')
    .option('--key <fingerprint>', 'the key that the firm publishes; refuse files that are signed with another key');
  withExamples(
    verify,
    "carrara certify verify 'Certified data 2026-06-30.zip' --key '0123 4567 89ab cdef 0123 4567 89ab cdef'",
  );
  act(verify, world, verifyFile);
}

const createCertified = (run: Run, options: CertifyOptions): Promise<Outcome> =>
  runInSession(run, options, async (session): Promise<Outcome> => {
    const { server, client } = session;
    const path = outputPath(run.folder, options.out, safeFileName(`Certified data ${options.date}`, 'zip'));
    if (!options.overwrite) refuseExisting(path);
    const idsOf = async (type: string, names: readonly string[] = []) => {
      const ids: string[] = [];
      for (const name of names) ids.push((await recordNamed(session, type, name)).id);
      return JSON.stringify(ids);
    };
    const query = {
      endDate: options.date,
      fundIdsJson: await idsOf('vehicle', options.fund),
      investorIdsJson: await idsOf('investor', options.investor),
      domains: options.domains,
      segregateBy: options.by,
    };
    const { bytes } = valueOrStop(server, await client.download(certifiedDataEndpoints.certifyData, { query }));
    await saveFile(path, bytes, { replace: options.overwrite, createFolder: true });
    await run.print(path);
    return 'done';
  });

const bare = (digits: string) => digits.replaceAll(/\s/g, '').toLowerCase();

export async function verifyFile(run: Run, file: string, { key }: { readonly key?: string } = {}): Promise<Outcome> {
  const bytes = await readInput(run.folder, file);
  const found = (await verifyCertified(bytes)).match(
    (finding) => finding,
    (reason) => {
      throw new CommandStop('refused', reason);
    },
  );
  const { manifest } = found;
  const troubles = [
    ...found.troubles,
    ...(key !== undefined && bare(key) !== bare(found.fingerprint) ? [`It isn’t signed with the key ${key}.`] : []),
  ];
  if (run.json) await run.print(JSON.stringify({ isGenuine: troubles.length === 0, ...found, troubles }, null, 2));
  else {
    const { firm, endDate, domains, asOfSequence, engineVersion, createdAt, createdBy, files } = manifest;
    await run.print(
      [
        `${firm}, ${endDate}: ${domains.join(', ')}, ${countText(files.length, 'file')}, created ${createdAt} by ${createdBy}.`,
        `As known at entry ${String(asOfSequence)} of the audit log, engine version ${engineVersion}.`,
        `Signed with the key ${found.fingerprint}.`,
        ...(troubles.length === 0 ? ['The file hasn’t changed since it was signed with this key.'] : troubles),
        // A person who changes a file can sign it again in the name of the firm with a key of their own.
        ...(key === undefined
          ? [`Compare the key with the key that ${firm} publishes, or pass the published key with --key.`]
          : []),
      ].join('\n'),
    );
  }
  return troubles.length === 0 ? 'done' : 'refused';
}
