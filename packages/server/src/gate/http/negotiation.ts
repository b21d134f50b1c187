import type { FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import { AppError } from '../../platform/errors.ts'

/** Matches all parameters except the quality: no type has variants here, so `text/csv; header=present` means `text/csv`. */
const PARAMETERS = /;\s*(?!q\s*=)[^\s;,="]+\s*=\s*(?:"[^"]*"|[^\s;,"]*)/gi

/** Returns the offered media type that the caller prefers, and the first of equal ones. @throws AppError not_acceptable */
export const acceptedType = <T extends string>({ headers }: FastifyRequest, offered: readonly T[]): T => {
  const accept = headers.accept?.replaceAll(PARAMETERS, '').trim() || undefined
  const type = new Negotiator({ headers: { accept } }).mediaType([...offered])
  if (type) return type as T
  throw new AppError('not_acceptable', { detail: `Send Accept: ${offered.join(' or ')}, or omit the header.` })
}
