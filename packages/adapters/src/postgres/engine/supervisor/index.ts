export { defaultDataDir } from './place.ts';
export { type Cluster, type ClusterOptions, startCluster, stopLeftCluster } from './startCluster.ts';
