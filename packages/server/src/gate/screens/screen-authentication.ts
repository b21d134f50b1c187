import { SCREEN_REQUESTS_PER_MINUTE } from '@rollcall/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import { type Access, blockedBecause, moving } from '../authentication/access-service.ts'
import { splitHeader } from '../authentication/authentication.ts'
import type { KeyRates } from '../keys/key-rates.ts'
import { findScreen, type ScreenRecord, screenSecretHash } from './screen-links.ts'

const headers = { 'www-authenticate': 'Bearer realm="rollcall"' }

/** Returns the kiosk screen of the link. @throws AppError credentials_missing, screen_link_invalid, blocked, unavailable */
const authenticateScreen = async ({ db }: Access, { headers: { authorization } }: FastifyRequest): Promise<ScreenRecord> => {
  if (!authorization)
    throw new AppError('credentials_missing', { detail: 'Send the secret of the link as a Bearer token.', headers })
  const { scheme, value = '' } = splitHeader(authorization) ?? {}
  const secretHash = scheme === 'bearer' ? screenSecretHash(value) : undefined
  const screen = secretHash && (await findScreen(db, secretHash))
  if (!screen) throw new AppError('screen_link_invalid', { headers })
  if (!screen.isServed) throw moving()
  if (screen.blockedReason !== undefined) throw blockedBecause(screen.blockedReason)
  return screen
}

/** Creates the hook of the operations for kiosk screens: neither a session nor a key may call them. */
export const screenAuthentication =
  (access: Access, rates: KeyRates) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.header('cache-control', 'no-store')
    request.screen = await authenticateScreen(access, request)
    await rates.consume({ id: request.screen.id, requestsPerMinute: SCREEN_REQUESTS_PER_MINUTE }, reply)
  }
