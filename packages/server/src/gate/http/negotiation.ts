import type { FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import { AppError } from '../../platform/errors.ts'

/** Only the quality of a media range matters: no type has two forms, so `text/csv; header=present` means `text/csv`. */
const PARAMETERS = /;\s*(?!q\s*=)[^\s;,="]+\s*=\s*(?:"[^"]*"|[^\s;,"]*)/gi

/** Returns the offered media type that the caller prefers; of equals the first. @throws AppError not_acceptable */
export const acceptedType = <T extends string>({ headers }: FastifyRequest, offered: readonly T[]): T => {
  const accept = headers.accept?.replaceAll(PARAMETERS, '').trim() || undefined
  const type = new Negotiator({ headers: { accept } }).mediaType([...offered])
  if (type) return type as T
  throw new AppError('not_acceptable', { detail: `Send Accept: ${offered.join(' or ')}, or leave the header out.` })
}
