import { addressIn, moduleOfPath } from '@carrara/contract/core/modules';

/** An address of settings or data management in the module that is open, so that a link does not lead out of it. */
export function hereIn(address: string): string {
  const module = moduleOfPath(window.location.hash.slice(1));
  return module ? addressIn(module, address) : address;
}
