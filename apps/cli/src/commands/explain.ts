import { asText } from '@carrara/contract/core/asText';
import type { ExplanationEntry, ExplanationNode } from '@carrara/contract/core/explanation';
import { toWire } from '@carrara/contract/core/wireNames';
import { performanceExplanationEndpoints } from '@carrara/contract/performance/explanation/explanation';
import type { Command } from 'commander';
import type { Outcome } from '../run/exitCode.ts';
import { vehicleNamed } from '../lookup/vehicleNamed.ts';
import { act, type Run, withExamples } from '../run/act.ts';
import type { World } from '../run/world.ts';
import { valueOrStop } from '../session/failureStop.ts';
import { runInSession, withServerOptions } from '../session/openSession.ts';
import type { SettingValues } from '../settings/settings.ts';

interface ExplainOptions extends SettingValues {
  readonly date: string;
  readonly fund?: string;
  readonly currency?: string;
  readonly asKnownOn?: string;
}

/** `carrara explain FIGURE --date D`: explains a figure of a quarter end. */
export function addExplain(explain: Command, world: World): void {
  withServerOptions(explain)
    .argument(
      '<figure>',
      'irr, nav, tvpi, account.QTD.13, bridge.ITD.income, horizon.3Y, line.withoutIrr, carry.earned; for all funds averageIrr, vintage.2019.tvpi',
    )
    .requiredOption('--date <day>', 'the quarter end, such as 2026-06-30')
    .option('--fund <name>', 'id, name or code of the fund or coinvestment (default: all funds)')
    .option('--currency <code>', 'the currency to show it in')
    .option('--as-known-on <entry>', 'the figure as it was known at this entry of the audit log');
  withExamples(
    explain,
    'carrara explain irr --fund ARP-I --date 2026-06-30',
    'carrara explain averageIrr --date 2026-06-30 --json',
  );
  act(explain, world, explainFigure);
}

export const explainFigure = (run: Run, figure: string, options: ExplainOptions): Promise<Outcome> =>
  runInSession(run, options, async (session): Promise<Outcome> => {
    const { server, client } = session;
    const { date, currency, asKnownOn } = options;
    const fund = options.fund === undefined ? undefined : await vehicleNamed(session, options.fund);
    const query = {
      figure,
      date,
      ...(fund === undefined ? {} : { subject: fund.id }),
      ...(currency === undefined ? {} : { currency }),
      ...(asKnownOn === undefined ? {} : { asKnownOn }),
    };
    const answer = valueOrStop(
      server,
      await client.call(performanceExplanationEndpoints.explainPerformance, { query }),
    );
    const node = answer as ExplanationNode;
    await run.print(
      run.json ? JSON.stringify(toWire(node), undefined, 2) : [node.name ?? figure, ...linesOf(node, 0)].join('\n'),
    );
    return 'done';
  });

/** The figure with its inputs and entries, followed by the same for each input that is computed itself. */
function linesOf(node: ExplanationNode, depth: number): readonly string[] {
  const indent = '  '.repeat(depth);
  const value = node.result ?? (node.whyNot ? 'not determined' : '-');
  const isNamed = node.name !== undefined && depth > 0;
  return [
    `${indent}${isNamed ? `${node.name ?? ''}: ` : ''}${value}`,
    `${indent}  ${node.text}`,
    ...node.inputs
      .filter(({ figure }) => figure === undefined)
      .map(({ name, value: inputValue }) => `${indent}  ${asText(name)}: ${inputValue ?? '-'}`),
    ...[node.note, node.whyNot?.message, node.whyNot?.mend].flatMap((text) => (text ? [`${indent}  ${text}`] : [])),
    ...(node.entries ?? []).map((entry) => `${indent}  ${entryLine(entry)}`),
    ...node.children.flatMap((child) => linesOf(child, depth + 1)),
  ];
}

const entryLine = ({ date, title, subject, amount, counted, source }: ExplanationEntry): string => {
  const from =
    source === null
      ? 'entered by hand'
      : source.row === null
        ? source.name
        : `${source.name}, row ${String(source.row)}`;
  return `${date}  ${title}${subject === null ? '' : `, ${subject}`}: ${counted}${counted === amount ? '' : ` of ${amount}`} (${from})`;
};
