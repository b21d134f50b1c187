/** Each response that is being streamed has its own connection. */
export const EXPORT_CONNECTIONS = 16
/** Nightly work, refreshes and first reads of presence use these connections, which open when needed, so that requests never wait. */
export const JOB_CONNECTIONS = 10
/** `boot` uses these for the operator's work while the service runs, and the listener for itself. */
const OTHER_CONNECTIONS = 4 + 1

/** The maximum number of connections of one node. */
export const connectionsOf = (poolSize: number): number => poolSize + EXPORT_CONNECTIONS + JOB_CONNECTIONS + OTHER_CONNECTIONS

/** How many requests wait for each connection of a pool: about as many as it can serve before they have waited too long. */
export const WAITING_PER_CONNECTION = 100
/** The same limit for streams and background work, which take longer. */
export const LONG_WAITING_PER_CONNECTION = 10
/** The statement timeout of requests: longer than callers are likely to wait, and far longer than any of our statements needs. */
export const STATEMENT_MS = 30_000
