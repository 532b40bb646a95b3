import type { ResultOf } from '@carrara/contract/core/endpoint';
import { toWire } from '@carrara/contract/core/wireNames';
import { periodEndpoints } from '@carrara/contract/performance/period/period';
import { smallChangesText } from '@carrara/contract/performance/close/smallChangesText';
import { changedNavBasis } from '@carrara/contract/performance/close/changedNavBasis';
import { changedPolicy } from '@carrara/contract/performance/close/changedPolicy';
import { tenantEndpoints } from '@carrara/contract/platform/tenant/tenant';
import { displayedInstant } from '@carrara/contract/core/today';
import type { Command } from 'commander';
import type { Outcome } from '../run/exitCode.ts';
import { vehicleNamed } from '../lookup/vehicleNamed.ts';
import { act, type Run, withExamples } from '../run/act.ts';
import { CommandStop } from '../run/commandStop.ts';
import type { World } from '../run/world.ts';
import { valueOrStop } from '../session/failureStop.ts';
import { runInSession, type Session, withServerOptions } from '../session/openSession.ts';
import type { SettingValues } from '../settings/settings.ts';

interface LockOptions extends SettingValues {
  readonly acknowledge?: readonly string[];
  readonly figures?: string;
}
interface ReopenOptions extends SettingValues {
  readonly reason: string;
}
interface ChangesOptions extends SettingValues {
  readonly from?: string;
  readonly to: string;
}

/** `carrara period status|lock|reopen|changes`: the quarters that close the ledger of a fund. */
export function addPeriod(period: Command, world: World): void {
  const status = ofFund(period.command('status'))
    .description(
      'Print the quarters of a fund, or the items that prevent one from being locked. Exits with 1 if there are any.',
    )
    .argument('[date]', 'a quarter end');
  withExamples(status, 'carrara period status ARP-I', 'carrara period status ARP-I 2026-06-30');
  act(status, world, statusOf);
  const lock = ofQuarter(period.command('lock'))
    .description('Lock a quarter of a fund if it ties out.')
    .option('--acknowledge <codes...>', 'acknowledge differences that don’t block locking: T11, T12, T15 to T18')
    .option('--figures <digest>', 'the digest printed by status; refuse if the figures have changed since');
  withExamples(lock, 'carrara period lock ARP-I 2026-06-30 --acknowledge T12');
  act(lock, world, lockQuarter);
  const reopen = ofQuarter(period.command('reopen'))
    .description('Reopen a quarter of a fund and all later ones.')
    .requiredOption('--reason <text>', 'the reason; recorded in the audit log');
  withExamples(reopen, "carrara period reopen ARP-I 2026-03-31 --reason 'The audit found a fee'");
  act(reopen, world, reopenQuarter);
  const changes = ofQuarter(period.command('changes'))
    .description('Print what changed in a quarter between two of its versions, or since one.')
    .option('--from <version>', 'a version or a timestamp (default: the last version, or with --to the one before it)')
    .option('--to <version>', 'a version, a timestamp or NOW', 'NOW');
  withExamples(changes, 'carrara period changes ARP-I 2026-03-31 --from 1 --to 2');
  act(changes, world, changesOf);
}

const ofFund = (command: Command): Command =>
  withServerOptions(command).argument('<fund>', 'id, name or code of the fund or coinvestment');
const ofQuarter = (command: Command): Command =>
  ofFund(command).argument('<date>', 'the quarter end, such as 2026-06-30');

async function quarterOf({ server, client }: Session, vehicleId: string, endDate: string) {
  const periods = valueOrStop(server, await client.call(periodEndpoints.listPeriods, { params: { vehicleId } }));
  const found = periods.find(({ periodEnd }) => periodEnd === endDate);
  if (found === undefined)
    throw new CommandStop('refused', `the fund has no figures for the quarter ending ${endDate}`);
  return found;
}

const stateOf = ({ status, version }: { readonly status: 'OPEN' | 'LOCKED'; readonly version: number | null }) =>
  `${status === 'LOCKED' ? 'locked' : 'open'}${version === null ? '' : `, version ${String(version)}`}`;

/** Describes the lock of a quarter in the firm's time zone: `, by Ada Moss on 07/14/2026 10:30 EDT, acknowledged T12`. Empty for an open quarter. */
export function lockText(
  { lockedDate, lockedBy, acknowledged }: ResultOf<typeof periodEndpoints.listPeriods>[number],
  timeZone: string,
): string {
  if (lockedDate === null) return '';
  const by = lockedBy === null ? '' : ` by ${lockedBy}`;
  const noted = acknowledged.map(({ code }) => code).join(', ');
  return `,${by} on ${displayedInstant(lockedDate, timeZone)}${noted === '' ? '' : `, acknowledged ${noted}`}`;
}

const statusOf = (run: Run, text: string, date: string | undefined, options: SettingValues): Promise<Outcome> =>
  runInSession(run, options, async (session): Promise<Outcome> => {
    const { server, client } = session;
    const { id: vehicleId, name } = await vehicleNamed(session, text);
    if (date === undefined) {
      const periods = valueOrStop(server, await client.call(periodEndpoints.listPeriods, { params: { vehicleId } }));
      const { timeZone } = valueOrStop(server, await client.call(tenantEndpoints.getTenantSettings, {}));
      const lines = periods.map((period) => `${period.periodEnd}  ${stateOf(period)}${lockText(period, timeZone)}`);
      await run.print(run.json ? JSON.stringify(toWire(periods), undefined, 2) : [name, ...lines].join('\n'));
      return 'done';
    }
    const quarter = await quarterOf(session, vehicleId, date);
    const params = { vehicleId, endDate: date };
    const tieOuts = valueOrStop(server, await client.call(periodEndpoints.listTieOuts, { params, query: {} }));
    const found = valueOrStop(server, await client.call(periodEndpoints.getPeriod, { params, query: {} }));
    const { figures, figuresDigest } = found;
    const nav = figures.find(({ subject }) => subject === 'VEHICLE');
    const off = tieOuts.filter(({ differences }) => differences.length > 0);
    if (run.json) await run.print(JSON.stringify(toWire({ ...quarter, figuresDigest, tieOuts }), undefined, 2));
    else {
      const lines = off.flatMap(({ code, title, blocksLock, differences }) => [
        `${code} ${title}${blocksLock ? '' : ' (needs to be acknowledged)'}`,
        ...differences.map(({ message }) => `  ${message}`),
      ]);
      const texts = lines.length === 0 ? ['Everything ties out.'] : lines;
      const summary = `NAV ${nav?.nav ? `${nav.nav} ${nav.currency}` : 'not determined'}, figures ${figuresDigest}`;
      await run.print([`${name}, ${date}: ${stateOf(quarter)}`, summary, ...texts].join('\n'));
    }
    return off.some(({ blocksLock }) => blocksLock) ? 'refused' : 'done';
  });

const lockQuarter = (run: Run, text: string, date: string, options: LockOptions): Promise<Outcome> =>
  runInSession(run, options, async (session): Promise<Outcome> => {
    const { server, client } = session;
    const { id: vehicleId, name } = await vehicleNamed(session, text);
    const { rowVersion } = await quarterOf(session, vehicleId, date);
    const request = {
      params: { vehicleId, endDate: date },
      body: {
        rowVersion,
        acknowledged: [...(options.acknowledge ?? [])],
        ...(options.figures === undefined ? {} : { figuresDigest: options.figures }),
      },
    };
    const locked = valueOrStop(server, await client.call(periodEndpoints.lockPeriod, request));
    await run.print(run.json ? JSON.stringify(toWire(locked), undefined, 2) : `${name}, ${date}: ${stateOf(locked)}`);
    return 'done';
  });

const reopenQuarter = (run: Run, text: string, date: string, options: ReopenOptions): Promise<Outcome> =>
  runInSession(run, options, async (session): Promise<Outcome> => {
    const { server, client } = session;
    const { id: vehicleId, name } = await vehicleNamed(session, text);
    const { rowVersion } = await quarterOf(session, vehicleId, date);
    const request = { params: { vehicleId, endDate: date }, body: { rowVersion, reason: options.reason } };
    const opened = valueOrStop(server, await client.call(periodEndpoints.reopenPeriod, request));
    await run.print(run.json ? JSON.stringify(toWire(opened), undefined, 2) : `${name}, ${date}: ${stateOf(opened)}`);
    return 'done';
  });

const changesOf = (run: Run, text: string, date: string, options: ChangesOptions): Promise<Outcome> =>
  runInSession(run, options, async (session): Promise<Outcome> => {
    const { server, client } = session;
    const { id: vehicleId, name } = await vehicleNamed(session, text);
    const { version } = await quarterOf(session, vehicleId, date);
    if (version === null && options.from === undefined)
      throw new CommandStop('refused', 'the quarter was never locked. Pass the timestamp to compare with as --from.');
    const from = options.from ?? String(options.to === 'NOW' ? version : Math.max(1, (version ?? 1) - 1));
    const request = { params: { vehicleId, endDate: date }, query: { from, to: options.to } };
    const changes = valueOrStop(server, await client.call(periodEndpoints.listPeriodChanges, request));
    if (run.json) {
      await run.print(JSON.stringify(toWire(changes), undefined, 2));
      return 'done';
    }
    await run.print(changesText(changes, `${name}, ${date}: from ${from} to ${options.to}`));
    return 'done';
  });

/** The changes of a quarter, in lines. The figures of a fund are labeled with their owner. */
export function changesText(changes: ResultOf<typeof periodEndpoints.listPeriodChanges>, title: string): string {
  const listed = changes.figures.filter((figure) => !figure.readsAlike);
  const alike = changes.figures.length - listed.length;
  const figures = listed.map(
    (change) => `  ${change.name ?? ''}, ${change.title}: ${change.old ?? '-'}, now ${change.new ?? '-'}`,
  );
  const account = changes.account.map(
    (change) =>
      `  ${String(change.row)} ${change.label}, ${change.period}: ${change.old ?? '-'}, now ${change.new ?? '-'}`,
  );
  const entered = changes.entered.map(
    (change) =>
      `  ${change.effectiveDate}  ${change.typeTitle}${change.subject === null ? '' : `, ${change.subject}`}: ${change.amount ?? '-'} (${[change.origin, change.enteredDate.slice(0, 10)].filter(Boolean).join(', ')})`,
  );
  const reopened = changes.reopened.map(
    (change) =>
      `Reopened on ${change.date.slice(0, 10)}${change.by === null ? '' : ` by ${change.by}`}: ${change.reason ?? '-'}`,
  );
  const lines = [
    title,
    ...reopened,
    ...(changes.figures.length === 0 ? ['No figure changed.'] : figures.length === 0 ? [] : ['Figures:', ...figures]),
    ...(alike > 0 ? [`${smallChangesText(alike)}.`] : []),
    ...(changes.policy ? [changedPolicy(changes.policy)] : []),
    ...(changes.navBasis ? [changedNavBasis(changes.navBasis)] : []),
    ...(account.length === 0 ? [] : ['Capital account:', ...account]),
    ...(entered.length === 0 ? ['Nothing was entered.'] : ['Entered in between:', ...entered]),
  ];
  return lines.join('\n');
}
