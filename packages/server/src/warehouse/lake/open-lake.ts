import type { LakeConfig } from '../../platform/config.ts'
import { openFolder } from './folder-storage.ts'
import type { LakeStorage } from './lake-storage.ts'
import { openBucket } from './s3-storage.ts'

/** The lake where the configuration has it: a folder, or a bucket. */
export const openLake = (config: LakeConfig): Promise<LakeStorage> =>
  config.kind === 'folder' ? openFolder(config) : openBucket(config)
