import { Worker } from 'node:worker_threads';

/** Requests the health check fifty times a second in a separate thread, so that the attacker's own load is not measured. */
const watching = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { request, Agent } = require('node:http');
  const agent = new Agent({ keepAlive: true });
  const times = [];
  const probe = () => {
    const from = performance.now();
    const probeRequest = request(workerData + '/health/live', { agent }, (answer) => {
      answer.resume().once('end', () => times.push(performance.now() - from));
    });
    probeRequest.once('error', () => times.push(Infinity)).end();
  };
  const timer = setInterval(probe, 20);
  parentPort.once('message', () => {
    clearInterval(timer);
    setTimeout(() => { agent.destroy(); parentPort.postMessage(times); }, 300);
  });
`;

export interface HealthWatch {
  /** Response times in milliseconds: the median, the 99th percentile and the maximum. */
  readonly end: () => Promise<{ readonly text: string; readonly p99: number }>;
}

/** Measures the response time of `/health/live` during other activity (O51). */
export function watchHealth(baseUrl: string): HealthWatch {
  const worker = new Worker(watching, { eval: true, workerData: baseUrl });
  return {
    async end() {
      const times = await new Promise<number[]>((resolve, reject) => {
        worker.once('message', resolve).once('error', reject);
        worker.postMessage('end');
      });
      await worker.terminate();
      const sorted = times.sort((time, other) => time - other);
      const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
      const [p50, p99, most] = [at(0.5), at(0.99), at(1)].map((time) => time.toFixed(0));
      return { p99: at(0.99), text: `p50 ${p50} ms, p99 ${p99} ms, most ${most} ms of ${sorted.length}` };
    },
  };
}
