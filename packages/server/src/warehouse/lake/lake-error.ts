/** Why a lake cannot be read or written, in a sentence for operators. */
export class LakeError extends Error {
  override readonly name = 'LakeError'
}

interface Reachable {
  readonly address: string
  readonly bucket: string
}

type Explain = (where: Reachable) => string

const UNREACHABLE: Explain = ({ address }) =>
  `The store of ${address} cannot be reached. Check ROLLCALL_LAKE_S3_ENDPOINT and the network.`
const TIMED_OUT: Explain = ({ address }) =>
  `The store of ${address} did not answer in time. Check ROLLCALL_LAKE_S3_ENDPOINT, the network and the store.`
const UNTRUSTED: Explain = ({ address }) =>
  `The certificate of the store of ${address} is not trusted. Give Node its authority with NODE_EXTRA_CA_CERTS, or correct the name in ROLLCALL_LAKE_S3_ENDPOINT.`
const NO_TLS: Explain = ({ address }) =>
  `The store of ${address} does not speak TLS there. Check whether ROLLCALL_LAKE_S3_ENDPOINT begins with http:// or https:// and names the right port.`
const WRONG_REGION: Explain = ({ bucket }) =>
  `The bucket ${bucket} is in another region. Set AWS_REGION to the region of the bucket.`

/** Sentences by error code of the store, the SDK, the network or TLS. */
const SENTENCES: Readonly<Record<string, Explain>> = {
  CredentialsProviderError: () =>
    'There are no credentials for the lake. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, a profile with AWS_PROFILE, or a role of the machine.',
  InvalidAccessKeyId: ({ address }) => `The store of ${address} does not know the access key. Check AWS_ACCESS_KEY_ID.`,
  SignatureDoesNotMatch: ({ address }) =>
    `The secret key does not belong to the access key at the store of ${address}. Check AWS_SECRET_ACCESS_KEY.`,
  AccessDenied: ({ address }) =>
    `The credentials may not do this in ${address}. They need to list the bucket, and to read, write and delete objects below the prefix.`,
  ExpiredToken: () => 'The credentials for the lake have expired. Renew them, or the session that they are of.',
  RequestTimeTooSkewed: ({ address }) =>
    `The clock of this machine differs too much from that of the store of ${address}. Set it by NTP.`,
  NoSuchBucket: ({ address, bucket }) => `There is no bucket ${bucket} for ${address}. Create it, or correct ROLLCALL_LAKE_S3.`,
  ...{ PermanentRedirect: WRONG_REGION, AuthorizationHeaderMalformed: WRONG_REGION },
  ECONNREFUSED: ({ address }) =>
    `The store of ${address} refuses connections. Check that it runs, and ROLLCALL_LAKE_S3_ENDPOINT.`,
  ENOTFOUND: ({ address }) => `The name of the store of ${address} is not known to DNS. Check ROLLCALL_LAKE_S3_ENDPOINT.`,
  ...{ EAI_AGAIN: UNREACHABLE, EHOSTUNREACH: UNREACHABLE, ENETUNREACH: UNREACHABLE, ECONNRESET: UNREACHABLE, EPIPE: UNREACHABLE },
  ...{ TimeoutError: TIMED_OUT, ETIMEDOUT: TIMED_OUT, RequestTimeout: TIMED_OUT },
  ...{ DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED, SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED, UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED },
  ...{ UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED, CERT_HAS_EXPIRED: UNTRUSTED, ERR_TLS_CERT_ALTNAME_INVALID: UNTRUSTED },
  ...{ EPROTO: NO_TLS, ERR_SSL_WRONG_VERSION_NUMBER: NO_TLS, ERR_SSL_PACKET_LENGTH_TOO_LONG: NO_TLS },
}

/** Includes the messages of all causes, because the SDK wraps errors of the network. */
const codesOf = (error: unknown): string[] => {
  if (!(error instanceof Error)) return []
  const { code, Code } = error as { code?: unknown; Code?: unknown }
  const inner = error instanceof AggregateError ? error.errors : [error.cause]
  const named = [error.name, code, Code].filter((each): each is string => typeof each === 'string')
  return [...named, ...inner.flatMap(codesOf)]
}

/** Describes a failure of the S3 client in one sentence. */
export const explainS3 = (error: unknown, where: Reachable): LakeError => {
  const code = codesOf(error).find((each) => Object.hasOwn(SENTENCES, each))
  const explain = code === undefined ? undefined : SENTENCES[code]
  return new LakeError(explain ? explain(where) : unknownText(error, where), { cause: error })
}

const unknownText = (error: unknown, { address }: Reachable): string => {
  const { name, message } = error instanceof Error ? error : { name: 'Error', message: String(error) }
  if (/region is missing/i.test(message)) return 'The region of the lake is not known. Set AWS_REGION to that of the bucket.'
  return `The store of ${address} failed: ${name}${message === '' || message === name ? '' : `, ${message.replaceAll(/\s+/g, ' ')}`}.`
}

const FOLDER_SENTENCES: Readonly<Record<string, string>> = {
  EACCES: 'may not be read and written by the user that runs this',
  EPERM: 'may not be read and written by the user that runs this',
  ENOTDIR: 'is not a folder, or something in it that should be one is a file',
  EEXIST: 'is not a folder, or something in it that should be one is a file',
  EROFS: 'is on a read-only file system',
  ENOSPC: 'is on a disk that is full',
}

/** Describes a failure of the file system in one sentence. */
export const explainFolder = (error: unknown, dir: string): unknown => {
  const { code = '' } = error as NodeJS.ErrnoException
  const sentence = FOLDER_SENTENCES[code]
  return sentence === undefined ? error : new LakeError(`The lake ${dir} ${sentence} (${code}).`, { cause: error })
}
