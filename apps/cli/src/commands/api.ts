import type { Endpoint } from '@carrara/contract/core/endpoint';
import type { Command } from 'commander';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { calls } from '../lists/calls.ts';
import { act, type Run, withExamples } from '../run/act.ts';
import { closestNames } from '../run/closestNames.ts';
import { CommandStop } from '../run/commandStop.ts';
import { readInput } from '../run/readInput.ts';
import { saveFile } from '../run/saveFile.ts';
import type { World } from '../run/world.ts';
import { failureStop } from '../session/failureStop.ts';
import { runInSession, withServerOptions } from '../session/openSession.ts';
import type { SettingValues } from '../settings/settings.ts';

interface ApiOptions extends SettingValues {
  readonly body?: string;
  readonly out?: string;
  readonly overwrite?: true;
  readonly idempotencyKey?: string;
  readonly dryRun?: true;
}
type Method = Endpoint['method'];

/** `carrara api METHOD PATH`: calls any API endpoint, without changing request or response. */
export function addApi(command: Command, world: World): void {
  withServerOptions(command)
    .argument('<method>', 'GET, POST or DELETE')
    .argument('<path>', 'such as /api/carry/fund?SearchQuery=alder; /api/docs on the server lists all paths')
    .option('--body <file>', 'JSON file to send, or - for standard input')
    .option('--out <file>', 'save the response; required if it is a file')
    .option('--overwrite', 'replace the file if it exists')
    .option('--idempotency-key <key>', 'a retry with the same key gets the first response')
    .option('--dry-run', 'print the request without sending it');
  withExamples(
    command,
    'carrara api GET /api/carry/fund?PageSize=5',
    'carrara api POST /api/carry/vestingschedule --body schedule.json --dry-run',
  );
  act(command, world, callApi);
}

async function callApi(run: Run, methodText: string, path: string, options: ApiOptions): Promise<void> {
  const method = methodOf(methodText);
  if (!/^\/api\/[^\s#]*$/.test(path))
    throw new CommandStop('misused', `'${path}' isn’t an API path. Use one such as /api/carry/fund.`);
  const body = await bodyOf(run, options.body);
  await runInSession(run, options, async ({ server, client }) => {
    if (options.dryRun)
      return run.print(
        [`${method} ${server}${path}`, ...(body === undefined ? [] : [JSON.stringify(body, undefined, 2)])].join('\n'),
      );
    // A colon in a path would be mistaken for a parameter of the contract.
    const call: Endpoint = {
      method,
      path: path.replaceAll(':', '%3A'),
      summary: '',
      permission: 'signedIn',
      answers: 'file',
    };
    const key = options.idempotencyKey;
    const answer = await client.download(call, { body } as never, key === undefined ? {} : { idempotencyKey: key });
    if (answer.isErr()) {
      const stop = failureStop(server, answer.error);
      if (answer.error.status !== 404) throw stop;
      throw new CommandStop(stop.outcome, stop.message, [...stop.details, ...likeIt(method, path)]);
    }
    const { type, bytes } = answer.value;
    if (options.out !== undefined) {
      const file = resolve(run.folder, options.out);
      await saveFile(file, bytes, { replace: options.overwrite });
      return run.print(file);
    }
    if (!/json|text/.test(type))
      throw new CommandStop('misused', `The response is a file (${type}). Choose where to save it with --out.`);
    const bodyText = Buffer.from(bytes).toString('utf8');
    return run.print(
      /json/.test(type) && bodyText !== '' ? JSON.stringify(JSON.parse(bodyText), undefined, 2) : bodyText,
    );
  });
}

const methods: readonly Method[] = ['GET', 'POST', 'DELETE'];
function methodOf(methodText: string): Method {
  const found = methods.find((method) => method === methodText.toUpperCase());
  if (!found) throw new CommandStop('misused', `'${methodText}' isn’t one of ${methods.join(', ')}.`);
  return found;
}

async function bodyOf({ input, folder }: Run, file: string | undefined): Promise<unknown> {
  if (file === undefined) return undefined;
  const read = file === '-' ? await text(input) : (await readInput(folder, file)).toString('utf8');
  try {
    return JSON.parse(read);
  } catch (error) {
    throw new CommandStop(
      'misused',
      `${file === '-' ? 'Standard input' : file} isn’t valid JSON: ${(error as Error).message}`,
    );
  }
}

/** Calls of the contract that are similar to one that the server doesn't have. */
function likeIt(method: Method, path: string): readonly string[] {
  const [bare = ''] = path.split('?');
  const paths = [...calls.values()].filter((call) => call.method === method).map((call) => call.path);
  return closestNames(bare, paths).map((like) => `did you mean ${method} ${like}?`);
}
