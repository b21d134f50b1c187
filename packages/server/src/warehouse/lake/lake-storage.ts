export interface LakeFile {
  readonly path: string
  readonly bytes: number
}

/**
 * Where a lake lies. Paths are relative, with slashes; a file is there as a whole or not at all. What goes wrong is a `LakeError`
 * where operators can do something about it.
 */
export interface LakeStorage {
  /** Names the lake, without credentials. */
  readonly address: string
  /** Undefined where there is no such file. */
  get(path: string): Promise<Buffer | undefined>
  /** Replaces the file of that name, if there is one. */
  put(path: string, content: Buffer): Promise<void>
  /** Does nothing where there is no such file. */
  remove(path: string): Promise<void>
  /** All files below a folder, which ends with a slash, in the order of their paths; with `after`, those that come after this path. */
  list(folder: string, after?: string): AsyncIterable<LakeFile>
}
