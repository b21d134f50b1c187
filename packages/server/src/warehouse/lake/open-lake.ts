import type { LakeConfig } from '../../platform/config.ts'
import { openFolder } from './folder-storage.ts'
import type { LakeStorage } from './lake-storage.ts'
import { openBucket } from './s3-storage.ts'

/** Opens the configured lake: a folder or a bucket. */
export const openLake = (config: LakeConfig): Promise<LakeStorage> =>
  config.kind === 'folder' ? openFolder(config) : openBucket(config)
