/** A file that cannot be read completely. The message says why and follows the file name. */
export class UnreadableInput extends Error {}
