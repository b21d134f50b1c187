import type { LakeConfig } from '../config.ts'
import { openFolder } from './folder-storage.ts'
import { openBucket } from './s3-storage.ts'

/** Where a lake lies. Paths are relative, with slashes; a file is there as a whole or not at all. */
export interface LakeStorage {
  /** Names the lake, without credentials. */
  readonly address: string
  /** Replaces the file of that name, if there is one. */
  put(path: string, content: Buffer): Promise<void>
  /** Does nothing where there is no such file. */
  remove(path: string): Promise<void>
  exists(path: string): Promise<boolean>
}

export const openLake = (config: LakeConfig): Promise<LakeStorage> =>
  config.kind === 'folder' ? openFolder(config) : openBucket(config)
