import { carrara } from './carrara.ts';
import { exitCode } from './run/exitCode.ts';
import { createWorld } from './run/world.ts';

// A reader that has seen enough (head) closes the pipe, which is not a failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(exitCode.done);
  throw error;
});

await carrara(process.argv.slice(2), createWorld());
