import type { Task } from '@carrara/contract/platform/task/task';

/**
 * Functions that the calls need from the running application. The application sets them once at its start, so that this folder imports nothing from
 * it.
 */
interface Handlers {
  tenantOfTab: (state: unknown) => string | undefined;
  mayCall: () => boolean | Promise<boolean>;
  onSignedOut: () => Promise<boolean>;
  onStepUp: () => Promise<boolean>;
  onServerError: (errorId: string) => void;
  onTaskStarted: (task: Task) => Promise<void>;
}

const handlers: Handlers = {
  tenantOfTab: () => undefined,
  mayCall: () => true,
  onSignedOut: () => Promise.resolve(false),
  onStepUp: () => Promise.resolve(false),
  onServerError: () => undefined,
  onTaskStarted: () => Promise.resolve(),
};

export const connect = (connected: Handlers): void => {
  Object.assign(handlers, connected);
};
export const tenantOfTab = (state: unknown) => handlers.tenantOfTab(state);
export const mayCall = () => handlers.mayCall();
export const onSignedOut = () => handlers.onSignedOut();
export const onStepUp = () => handlers.onStepUp();
export const onTaskStarted = (task: Task) => handlers.onTaskStarted(task);
export const onServerError = (errorId: string) => handlers.onServerError(errorId);
