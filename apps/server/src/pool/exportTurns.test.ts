import { describe, expect, it } from 'vitest';
import { createExportTurns, type Exporter } from './exportTurns.ts';

const limits = { workers: 6, ofPerson: 2, ofFirm: 4 };
const soon = { waitMs: 20 };
const patient = { waitMs: 60_000 };
const exporterOf = (tenantId: string, personId: string): Exporter => ({ tenantId, personId });
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Creates exports that run until they are ended. */
function desk(own = limits) {
  const turns = createExportTurns(own);
  const running: string[] = [];
  const ends = new Map<string, () => void>();
  const begin = (name: string, exporter: Exporter, patience = patient) =>
    turns.inTurn(exporter, patience, async () => {
      running.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
      running.splice(running.indexOf(name), 1);
      return name;
    });
  return {
    begin,
    running: () => running.toSorted(),
    async end(name: string) {
      ends.get(name)?.();
      await settled();
    },
  };
}

describe('exports', () => {
  it('run two at a time for one person and four for a firm', async () => {
    const { begin, running, end } = desk();
    for (const name of ['ada 1', 'ada 2', 'ada 3']) void begin(name, exporterOf('Alder', 'ada'));
    for (const name of ['ben 1', 'ben 2', 'ben 3']) void begin(name, exporterOf('Alder', 'ben'));
    void begin('cleo 1', exporterOf('Alder', 'cleo'));
    await settled();
    expect(running()).toEqual(['ada 1', 'ada 2', 'ben 1', 'ben 2']);
    await end('ada 1');
    expect(running()).toEqual(['ada 2', 'ada 3', 'ben 1', 'ben 2']);
    await end('ben 2');
    expect(running()).toEqual(['ada 2', 'ada 3', 'ben 1', 'ben 3']);
  });

  it('leave the last worker to a firm without any', async () => {
    const { begin, running } = desk({ ...limits, workers: 3 });
    for (const person of ['ada', 'ben', 'cleo']) void begin(person, exporterOf('Alder', person));
    await settled();
    expect(running()).toEqual(['ada', 'ben']);
    void begin('rosa', exporterOf('Rowan', 'rosa'));
    await settled();
    expect(running()).toEqual(['ada', 'ben', 'rosa']);
  });

  it('are refused if their turn does not come in time, or nobody waits any more', async () => {
    const { begin, end } = desk();
    const [first, second] = [begin('1', exporterOf('Alder', 'ada')), begin('2', exporterOf('Alder', 'ada'))];
    const third = await begin('3', exporterOf('Alder', 'ada'), soon);
    expect(third._unsafeUnwrapErr()).toMatchObject([{ code: 'TOO_MANY_EXPORTS' }]);
    const disconnected = new AbortController();
    const fourth = createExportTurns({ ...limits, workers: 0 }).inTurn(
      exporterOf('Alder', 'ada'),
      { ...patient, signal: disconnected.signal },
      async () => undefined,
    );
    disconnected.abort();
    expect((await fourth).isErr()).toBe(true);
    const already = { ...patient, signal: disconnected.signal };
    const fifth = createExportTurns(limits).inTurn(exporterOf('Alder', 'ada'), already, async () => undefined);
    expect((await fifth).isErr()).toBe(true);
    await end('1');
    await end('2');
    expect([(await first)._unsafeUnwrap(), (await second)._unsafeUnwrap()]).toEqual(['1', '2']);
  });

  it('release their turn if they fail', async () => {
    const turns = createExportTurns(limits);
    for (let at = 0; at < 3; at += 1)
      await expect(
        turns.inTurn(exporterOf('Alder', 'ada'), soon, () => Promise.reject(new Error('broken'))),
      ).rejects.toThrow('broken');
  });
});
