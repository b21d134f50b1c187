/** One for each answer that is streamed at a time. */
export const EXPORT_CONNECTIONS = 16
/** Of the night's work, of refreshes and of first reads of presence, two each: opened when needed, so that requests never wait. */
export const JOB_CONNECTIONS = 10
/** Of `boot`, for what the operator does while the service runs, and of the listener. */
const OTHER_CONNECTIONS = 4 + 1

/** Connections that one node takes at most. */
export const connectionsOf = (poolSize: number): number => poolSize + EXPORT_CONNECTIONS + JOB_CONNECTIONS + OTHER_CONNECTIONS

/** How many requests wait for each connection of a pool: about what it can still serve before they have waited too long. */
export const WAITING_PER_CONNECTION = 100
/** The same of streams and of work, which last longer. */
export const LONG_WAITING_PER_CONNECTION = 10
/** What a statement of a request may take: longer than callers are likely to wait, and far longer than any of ours needs. */
export const STATEMENT_MS = 30_000
