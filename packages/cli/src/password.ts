import { randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { isCancel, password as prompt } from '@clack/prompts'
import { MAX_PASSWORD, MIN_PASSWORD } from '@rollcall/contract'
import { AppError } from '@rollcall/server/basics'

/** Generates a password of 120 random bits. */
export const generatePassword = (): string => randomBytes(15).toString('base64url')

const lengthFault = (password: string | undefined): string | undefined => {
  const { length } = [...(password ?? '')]
  return length < MIN_PASSWORD || length > MAX_PASSWORD
    ? `A password has ${MIN_PASSWORD} to ${MAX_PASSWORD} characters.`
    : undefined
}

/** Reads the whole input without the final line break. @throws AppError invalid_request */
export const readPassword = async (input: NodeJS.ReadableStream): Promise<string> => {
  const password = (await text(input)).replace(/\r?\n$/, '')
  const fault = lengthFault(password)
  if (fault) throw new AppError('invalid_request', { detail: fault })
  return password
}

type Validate = (typed: string | undefined) => string | undefined

/** Asks on the terminal, without showing what is typed. @throws AppError invalid_request if the prompt is canceled */
const askHidden = async (message: string, validate: Validate): Promise<string> => {
  const answer = await prompt({ message, validate, output: process.stderr })
  if (isCancel(answer)) throw new AppError('invalid_request', { detail: 'Nothing was changed.' })
  return answer
}

/** Asks for the password on the terminal. @throws AppError invalid_request if the prompt is canceled */
export const askPassword = (userName: string): Promise<string> => askHidden(`Password of ${userName}`, lengthFault)

/** Asks for a client secret on the terminal. @throws AppError invalid_request if the prompt is canceled */
export const askClientSecret = (): Promise<string> =>
  askHidden('Client secret', (typed) => (typed ? undefined : 'Give the secret that the provider gave with the client id.'))
