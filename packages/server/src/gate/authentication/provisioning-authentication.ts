import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import type { KeyRecord } from '../keys/key-directory.ts'
import type { KeyRates } from '../keys/key-rates.ts'
import { parseBearerSecret } from '../secrets/key-secret.ts'
import { type Access, authenticateBySecret, authenticateByToken } from './access-service.ts'
import { parseBasic, splitHeader } from './authentication.ts'

const findKey = async (access: Access, { headers, ip }: FastifyRequest): Promise<KeyRecord> => {
  if (!headers.authorization) throw new AppError('credentials_missing', { detail: MISSING })
  const header = splitHeader(headers.authorization)
  const basic = header?.scheme === 'basic' ? parseBasic(header.value) : undefined
  const secret = header?.scheme === 'bearer' ? parseBearerSecret(header.value) : undefined
  const given = basic ?? secret
  if (given) return authenticateBySecret(access, ip, 'basic', given)
  if (header?.scheme === 'bearer') return authenticateByToken(access, header.value)
  throw new AppError('credentials_invalid')
}

const MISSING = 'Send the bearer secret of a key of the role provisioning in an Authorization header.'

/**
 * Creates the hook of the operations for providers. They can be configured with one secret only, so the id and the secret of a key
 * make one bearer secret.
 */
export const provisioningAuthentication =
  (access: Access, rates: KeyRates) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.header('cache-control', 'no-store')
    const key = await findKey(access, request).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.status !== 401) throw error
      const extras = { ...error.extras, detail: error.message }
      throw new AppError(error.code, { ...extras, headers: { 'www-authenticate': 'Bearer realm="rollcall"' } })
    })
    if (key.role !== 'provisioning') {
      const detail = `This key has the role ${key.role}. Use a key with the role provisioning.`
      throw new AppError('role_not_allowed', { keyId: key.id, detail })
    }
    request.caller = key
    await rates.consume(key, reply)
  }
