import type { LakeConfig } from '../config.ts'
import { lakeAddress } from './lake-address.ts'
import type { LakeStorage } from './lake-storage.ts'

/**
 * A bucket of Amazon S3 or of a store that speaks its protocol. Credentials and region come from where the AWS SDK finds them:
 * AWS_* variables, a profile, or the role of the machine.
 */
export const openBucket = async ({ bucket, prefix, endpoint, region }: LakeConfig & { kind: 's3' }): Promise<LakeStorage> => {
  // Loaded by those who need it: it takes longer to load than the service takes to start.
  const { DeleteObjectCommand, HeadObjectCommand, NotFound, PutObjectCommand, S3Client } = await import('@aws-sdk/client-s3')
  const client = new S3Client({
    // Checksums that S3 has come to ask for by default are unknown to many other stores.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(region !== undefined && { region }),
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
  })
  const at = (path: string) => ({ Bucket: bucket, Key: prefix === '' ? path : `${prefix}/${path}` })
  return {
    address: lakeAddress({ kind: 's3', bucket, prefix, endpoint, region }),
    put: async (path, content) => {
      await client.send(new PutObjectCommand({ ...at(path), Body: content, ContentLength: content.length }))
    },
    remove: async (path) => {
      await client.send(new DeleteObjectCommand(at(path)))
    },
    exists: async (path) => {
      try {
        await client.send(new HeadObjectCommand(at(path)))
        return true
      } catch (error) {
        if (error instanceof NotFound) return false
        throw error
      }
    },
  }
}
