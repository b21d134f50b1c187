import { AppError } from '../../platform/errors.ts'

/** The reasons of RFC 7644 §3.12, each with the code that logs and metrics count. */
const CODES = {
  invalidFilter: 'invalid_parameter',
  invalidPath: 'invalid_body',
  invalidSyntax: 'invalid_body',
  invalidValue: 'invalid_body',
  mutability: 'invalid_body',
  noTarget: 'invalid_body',
  uniqueness: 'name_taken',
} as const

/** Creates an error whose response says why in the words of SCIM. */
export const scimError = (scimType: keyof typeof CODES, detail: string): AppError =>
  new AppError(CODES[scimType], { detail, members: { scimType } })

export const ERROR_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:Error'

/** Returns the body of an error (RFC 7644 §3.12), where the status is a text. */
export const scimErrorBody = ({ status, message, extras }: AppError) => ({
  schemas: [ERROR_SCHEMA],
  status: String(status),
  ...(extras.members?.scimType === undefined ? {} : { scimType: extras.members.scimType }),
  detail: message.slice(0, 2000).toWellFormed(),
})
