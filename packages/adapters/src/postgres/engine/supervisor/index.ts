export { defaultDataDir } from './place.ts';
export { type Cluster, type ClusterOptions, startCluster } from './startCluster.ts';
