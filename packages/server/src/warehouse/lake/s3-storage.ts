import type { S3Client } from '@aws-sdk/client-s3'
import type { LakeConfig } from '../../platform/config.ts'
import { lakeAddress } from './lake-address.ts'
import { explainS3, LakeError } from './lake-error.ts'
import type { LakeFile, LakeStorage } from './lake-storage.ts'

/** Without these timeouts, a store that accepts connections but never responds would block an export forever. */
const CONNECT_TIMEOUT_MS = 5_000
const ANSWER_TIMEOUT_MS = 60_000

interface Timeouts {
  readonly connectMs?: number
  readonly answerMs?: number
}

/** The SDK is loaded only if needed, because that takes longer than starting the service, and optional, because it takes 22 MB. */
const loadSdk = async (): Promise<typeof import('@aws-sdk/client-s3')> => {
  try {
    return await import('@aws-sdk/client-s3')
  } catch (cause) {
    throw new LakeError(
      'A lake in a bucket needs the S3 client, which is not installed. Install it next to Rollcall: npm install @aws-sdk/client-s3.',
      { cause },
    )
  }
}

/**
 * Stores the lake in a bucket of Amazon S3 or of a compatible store. The AWS SDK finds credentials and region in AWS_* variables,
 * a profile, or the role of the machine.
 */
export const openBucket = async (
  { bucket, prefix, endpoint, region }: LakeConfig & { kind: 's3' },
  { connectMs = CONNECT_TIMEOUT_MS, answerMs = ANSWER_TIMEOUT_MS }: Timeouts = {},
): Promise<LakeStorage> => {
  const s3 = await loadSdk()
  const client = new s3.S3Client({
    // By default the S3 client requests checksums that many compatible stores do not support.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: connectMs, requestTimeout: answerMs, throwOnRequestTimeout: true },
    ...(region !== undefined && { region }),
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
  })
  const address = lakeAddress({ kind: 's3', bucket, prefix, endpoint, region })
  const keyOf = (path: string) => (prefix === '' ? path : `${prefix}/${path}`)
  const pathOf = (key: string) => (prefix === '' ? key : key.slice(prefix.length + 1))
  const at = (path: string) => ({ Bucket: bucket, Key: keyOf(path) })
  const explained = async <T>(work: (client: S3Client) => Promise<T>): Promise<T> => {
    try {
      return await work(client)
    } catch (error) {
      throw explainS3(error, { address, bucket })
    }
  }
  return {
    address,
    get: (path) =>
      explained(async () => {
        try {
          const { Body } = await client.send(new s3.GetObjectCommand(at(path)))
          return Buffer.from((await Body?.transformToByteArray()) ?? [])
        } catch (error) {
          if (error instanceof s3.NoSuchKey) return undefined
          throw error
        }
      }),
    put: (path, content) =>
      explained(async () => {
        await client.send(new s3.PutObjectCommand({ ...at(path), Body: content, ContentLength: content.length }))
      }),
    remove: (path) =>
      explained(async () => {
        await client.send(new s3.DeleteObjectCommand(at(path)))
      }),
    async *list(folder, after) {
      // Pages are continued after the last key, which every store supports, unlike continuation tokens.
      for (let start = after; ; ) {
        const question = { Bucket: bucket, Prefix: keyOf(folder), ...(start !== undefined && { StartAfter: keyOf(start) }) }
        const { Contents = [], IsTruncated } = await explained(() => client.send(new s3.ListObjectsV2Command(question)))
        const files = Contents.map(({ Key = '', Size = 0 }): LakeFile => ({ path: pathOf(Key), bytes: Size }))
        yield* files
        start = files.at(-1)?.path
        if (!IsTruncated || start === undefined) return
      }
    },
  }
}
