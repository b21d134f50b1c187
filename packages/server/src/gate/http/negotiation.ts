import type { FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import { AppError } from '../../platform/errors.ts'

/** Parameters of a media range other than its quality do not matter: we have one form of each type, such as `text/csv; header=present`. */
const PARAMETERS = /;\s*(?!q\s*=)[^\s;,="]+\s*=\s*(?:"[^"]*"|[^\s;,"]*)/gi

/** Returns the offered media type that the caller prefers; of equals the first. An empty header is none. @throws AppError not_acceptable */
export const acceptedType = <T extends string>({ headers }: FastifyRequest, offered: readonly T[]): T => {
  const accept = headers.accept?.replaceAll(PARAMETERS, '').trim() || undefined
  const type = new Negotiator({ headers: { accept } }).mediaType([...offered])
  if (type) return type as T
  throw new AppError('not_acceptable', { detail: `Send Accept: ${offered.join(' or ')}, or leave the header out.` })
}
