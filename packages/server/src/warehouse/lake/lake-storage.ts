export interface LakeFile {
  readonly path: string
  readonly bytes: number
}

/**
 * The store of a lake. Paths are relative, with slashes; a file is written as a whole or not at all. Failures that operators can
 * fix are thrown as `LakeError`.
 */
export interface LakeStorage {
  /** Names the lake, without credentials. */
  readonly address: string
  /** Returns undefined if the file does not exist. */
  get(path: string): Promise<Buffer | undefined>
  /** Replaces the file if it exists. */
  put(path: string, content: Buffer): Promise<void>
  /** Does nothing if the file does not exist. */
  remove(path: string): Promise<void>
  /**
   * Returns all files below a folder, whose path ends with a slash, in the order of their paths; with `after`, those after this
   * path.
   */
  list(folder: string, after?: string): AsyncIterable<LakeFile>
}
