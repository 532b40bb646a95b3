import { useLocalStorage } from '@mantine/hooks';
import type { Density } from './tableTypes.ts';

/** The row spacing that the person chose on this device, for every list. */
export function useDensity(): readonly [Density, (density: Density) => void] {
  const [density, setDensity] = useLocalStorage<Density>({ key: 'carrara.density', defaultValue: 'comfortable' });
  return [density, setDensity];
}
