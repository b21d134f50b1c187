/** The load cannot continue; the message is one line that says what to do. Loaded data stays and is not read again. */
export class LoadError extends Error {}
