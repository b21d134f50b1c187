import type { LakeConfig } from '../../platform/config.ts'

/** Names a lake, without credentials. */
export const lakeAddress = (config: LakeConfig): string => {
  if (config.kind === 'folder') return `file://${config.dir}`
  const { bucket, prefix, endpoint } = config
  return `s3://${bucket}/${prefix}${endpoint === undefined ? '' : ` of ${endpoint}`}`
}
