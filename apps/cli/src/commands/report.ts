import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { safeFileName } from '@carrara/adapters/files';
import type { ApiClient } from '@carrara/adapters/http';
import { contract } from '@carrara/contract/contract';
import type { Endpoint } from '@carrara/contract/core/endpoint';
import type { ReportDefinition } from '@carrara/contract/core/report';
import { toWire } from '@carrara/contract/core/wireNames';
import { type Command, Option } from 'commander';
import { exitCode } from '../exitCode.ts';
import { failureText, type ServerOptions, signedIn, withServerOptions } from '../serverSession.ts';

const formats = {
  excel: { wire: 'excel', extension: 'xlsx' },
  pdf: { wire: 'application/pdf', extension: 'pdf' },
  csv: { wire: 'csv', extension: 'csv' },
  json: { wire: undefined, extension: 'json' },
} as const;
type Format = keyof typeof formats;
type Asked = Readonly<Record<string, string>>;
type ReportEndpoint = Endpoint & { readonly report: ReportDefinition };

const reports: readonly ReportEndpoint[] = Object.values(contract)
  .flatMap((endpoints) => Object.values<Endpoint>(endpoints))
  .filter((endpoint): endpoint is ReportEndpoint => endpoint.report !== undefined);

/** `selectedDate` is `--selected-date` on the command line. */
const optionOf = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** `carrara report NAME`: any report of the product as a file; `carrara report batch FILE`: as many as the file names, unattended. */
export function addReport(command: Command): void {
  for (const endpoint of reports) addOne(command, endpoint);
  addBatch(command);
}

function addOne(to: Command, endpoint: ReportEndpoint): void {
  const { name, summary, parameters } = endpoint.report;
  const command = withServerOptions(to.command(name)).description(summary);
  for (const [parameter, { title, kind, required, options }] of Object.entries(parameters)) {
    const flags = `--${optionOf(parameter)}${kind === 'boolean' ? '' : ` <${kind === 'reference' ? 'id' : kind}>`}`;
    const option = new Option(flags, title).makeOptionMandatory(required === true);
    command.addOption(options ? option.choices(options.map(({ code }) => code)) : option);
  }
  command
    .addOption(new Option('--format <format>', 'what to save it as').choices(Object.keys(formats)).default('excel'))
    .option('--out <file>', 'where to save it; its own name in this folder when left out')
    .action(async (options: ServerOptions & Readonly<Record<string, unknown>>) => {
      const asked = Object.fromEntries(
        Object.keys(parameters).flatMap((one) => (options[one] === undefined ? [] : [[one, String(options[one])]])),
      );
      const signed = await signedIn(options);
      if (signed.isErr()) return complain(failureText(signed.error));
      const format = options['format'] as Format;
      const made = await read(signed.value, endpoint, asked, format);
      if ('refusal' in made) return complain(made.refusal);
      const place = String(options['out'] ?? safeFileName(endpoint.report.title, formats[format].extension));
      await writeFile(place, made.bytes);
      process.stdout.write(`${place}\n`);
    });
}

/** One report of a batch. */
interface Order {
  readonly endpoint: ReportEndpoint;
  /** Its name in the folder. */
  readonly file: string;
  readonly format: Format;
  readonly parameters: Asked;
}

/** The reports that the text of a batch names. Fails: a text, where one of them cannot be. */
export function ordersIn(text: string): readonly Order[] | string {
  let listed: unknown;
  try {
    listed = JSON.parse(text);
  } catch {
    return 'the file is no JSON';
  }
  if (!Array.isArray(listed)) return 'the file is no list of reports';
  const orders: Order[] = [];
  for (const [at, one] of listed.entries()) {
    const { report, file, format = 'excel', parameters = {}, ...others } = Object(one) as Record<string, unknown>;
    const endpoint = reports.find((known) => known.report.name === report);
    const which = `report ${at + 1}`;
    if (!endpoint) return `${which}: there is no report '${String(report)}'`;
    if (typeof file !== 'string' || file === '') return `${which}: 'file' names the file to save`;
    if (typeof format !== 'string' || !Object.hasOwn(formats, format))
      return `${which}: there is no format '${String(format)}'`;
    const unknown = [
      ...Object.keys(others),
      ...Object.keys(parameters as Asked).filter((name) => !Object.hasOwn(endpoint.report.parameters, name)),
    ];
    if (unknown.length > 0) return `${which}: it cannot be asked with ${unknown.join(', ')}`;
    orders.push({ endpoint, file, format: format as Format, parameters: parameters as Asked });
  }
  return orders;
}

function addBatch(to: Command): void {
  withServerOptions(to.command('batch'))
    .description(
      'Save many reports. What is in the folder already is not made again, so that a batch goes on where it stopped.',
    )
    .argument('<file>', 'JSON: a list of { report, file, format, parameters }')
    .option('--out <folder>', 'where to save them', '.')
    .action(async (file: string, options: ServerOptions & { readonly out: string }) => {
      const orders = ordersIn(await readFile(file, 'utf8'));
      if (typeof orders === 'string') return complain(orders);
      const signed = await signedIn(options);
      if (signed.isErr()) return complain(failureText(signed.error));
      await mkdir(options.out, { recursive: true });
      for (const { endpoint, format, file: name, parameters } of orders) {
        const place = join(options.out, safeFileName(name, formats[format].extension));
        if (await stat(place).catch(() => undefined)) continue;
        const made = await read(signed.value, endpoint, parameters, format);
        if ('refusal' in made) complain(`${name}: ${made.refusal}`);
        else {
          await writeFile(place, made.bytes);
          process.stdout.write(`${place}\n`);
        }
      }
    });
}

const complain = (text: string): void => {
  process.stderr.write(`carrara report: ${text}\n`);
  process.exitCode = exitCode.refused;
};

type Made = { readonly bytes: Uint8Array | string } | { readonly refusal: string };

const mostOfPage = 1000;

/** A report as the bytes of a file; as JSON all its pages in one answer, spelled as the server spells it. */
async function read(client: ApiClient, endpoint: ReportEndpoint, asked: Asked, format: Format): Promise<Made> {
  const { wire } = formats[format];
  if (wire) {
    const file = await client.download(endpoint, { query: { ...asked, format: wire } } as never);
    return file.isErr() ? { refusal: failureText(file.error) } : { bytes: file.value.bytes };
  }
  const pages: Page[] = [];
  for (let startPage = 1, read = 0; ; startPage += 1) {
    const page = await client.call(endpoint, { query: { ...asked, startPage, pageSize: mostOfPage } } as never);
    if (page.isErr()) return { refusal: failureText(page.error) };
    const answer = page.value as unknown as Page;
    pages.push(answer);
    read += answer.pageData.length;
    if (answer.pageData.length === 0 || read >= answer.totalItemCount) break;
  }
  const subtotals = new Map(
    pages.flatMap(({ subtotals }) => subtotals).map((sums) => [JSON.stringify([sums.keys, sums.apart]), sums]),
  );
  const [first] = pages;
  const whole = {
    report: endpoint.report.name,
    asked: first?.asked ?? [],
    rows: pages.flatMap(({ pageData }) => pageData),
    subtotals: [...subtotals.values()],
  };
  return { bytes: `${JSON.stringify(toWire(whole), undefined, 2)}\n` };
}

interface Page {
  readonly pageData: readonly unknown[];
  readonly totalItemCount: number;
  readonly asked: readonly unknown[];
  readonly subtotals: readonly { readonly keys: readonly string[]; readonly apart: readonly string[] }[];
}
