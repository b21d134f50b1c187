/** A file that cannot be read to its end; its message says why, after the name of the file. */
export class UnreadableInput extends Error {}
