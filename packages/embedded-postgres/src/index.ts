/** A PostgreSQL 18 server that comes through npm and belongs to one data folder. */
export { clusterOf, findRunningPostgres, hasCluster, isClusterRunning } from './data-folder.ts'
export { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
export { DataDirInUseError, EmbeddedPostgresUnavailableError } from './errors.ts'
export { SHARED_DIR } from './layout.ts'
