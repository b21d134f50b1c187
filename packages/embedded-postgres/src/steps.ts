/** The steps of a start, for tests that break a server at a moment of their own and therefore supervise it themselves. */
export { type Cluster, prepareCluster } from './cluster.ts'
export { connectionUrl, createDatabase } from './connection.ts'
export { layoutOf } from './layout.ts'
export { findFreePort } from './port.ts'
export { launch, type ServerProcess } from './server-process.ts'
