import type { LakeConfig } from '../../platform/config.ts'
import { INSTALL_DUCKDB, loadDuckDb } from '../formats/parquet-file.ts'
import { openFolder } from './folder-storage.ts'
import { LakeError } from './lake-error.ts'
import type { LakeStorage } from './lake-storage.ts'
import { openBucket } from './s3-storage.ts'

/**
 * Opens the configured lake: a folder or a bucket.
 * @throws LakeError also where DuckDB is not installed, so that the service does not start with a lake that stays empty
 */
export const openLake = async (config: LakeConfig): Promise<LakeStorage> => {
  await loadDuckDb().catch((cause) => {
    throw new LakeError(
      `The lake consists of Parquet files, which DuckDB writes, and DuckDB is not installed. ${INSTALL_DUCKDB}`,
      {
        cause,
      },
    )
  })
  return config.kind === 'folder' ? openFolder(config) : openBucket(config)
}
