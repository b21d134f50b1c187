/** The load cannot go on; the message is one line that says what to do. What was loaded before stays, and is not read again. */
export class LoadError extends Error {}
