import { carry } from './carry.ts';
import { compensation } from './compensation.ts';
import { people } from './people.ts';
import { performance } from './performance.ts';
import { platform } from './platform.ts';
import { portfolio } from './portfolio.ts';

/** The manifests of all areas. */
export const tableManifests = [platform, people, portfolio, carry, performance, compensation] as const;
