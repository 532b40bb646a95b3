import { addressIn, moduleOfPath } from '@carrara/contract/core/modules';

/** Returns an address of settings or data management within the open module, so that a link does not leave it. */
export function addressInModule(address: string): string {
  const module = moduleOfPath(window.location.hash.slice(1));
  return module ? addressIn(module, address) : address;
}
