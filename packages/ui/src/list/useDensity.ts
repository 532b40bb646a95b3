import { useLocalStorage } from '@mantine/hooks';
import type { Density } from './tableTypes.ts';

/** How close rows stand: the person's choice, on this device, for every list. */
export function useDensity(): readonly [Density, (density: Density) => void] {
  const [density, setDensity] = useLocalStorage<Density>({ key: 'carrara.density', defaultValue: 'comfortable' });
  return [density, setDensity];
}
