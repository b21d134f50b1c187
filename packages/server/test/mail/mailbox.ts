import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/** A mail as it arrived. */
export interface Arrived {
  readonly from: string
  readonly to: string
  /** The whole message, as it was sent. */
  readonly raw: string
}

interface Mailbox extends AsyncDisposable {
  readonly url: string
  readonly port: number
  readonly arrived: Arrived[]
  /** The names and passwords that signed in. */
  readonly signedIn: string[]
}

interface Options {
  /** Refuses a recipient with this code and text. */
  readonly refuse?: (address: string) => { code: number; text: string } | undefined
  /** Called with each message before the server takes it. */
  readonly onData?: (message: Arrived) => Promise<void> | void
  readonly port?: number
  /** Requires this password. */
  readonly password?: string
}

/** A real mail server, which keeps what arrives. */
export const openMailbox = async ({ refuse, onData, port = 0, password }: Options = {}): Promise<Mailbox> => {
  const arrived: Arrived[] = []
  const signedIn: string[] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', ...(password === undefined ? ['AUTH'] : [])],
    allowInsecureAuth: true,
    authOptional: password === undefined,
    logger: false,
    onAuth({ username, password: given }, _session, done) {
      signedIn.push(`${username}:${given}`)
      if (given === password) done(null, { user: username })
      else done(Object.assign(new Error('Authentication failed'), { responseCode: 535 }))
    },
    onRcptTo({ address }, _session, done) {
      const refusal = refuse?.(address)
      if (refusal) done(Object.assign(new Error(refusal.text), { responseCode: refusal.code }))
      else done()
    },
    onData(stream, { envelope }, done) {
      text(stream)
        .then(async (raw) => {
          const from = envelope.mailFrom ? envelope.mailFrom.address : ''
          const message = { from, to: envelope.rcptTo.map(({ address }) => address).join(', '), raw }
          await onData?.(message)
          arrived.push(message)
          done()
        })
        .catch((error: Error) => done(error))
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const { port: listening } = server.server.address() as AddressInfo
  const user = password === undefined ? '' : `rollcall:${encodeURIComponent(password)}@`
  return {
    url: `smtp://${user}127.0.0.1:${listening}`,
    port: listening,
    arrived,
    signedIn,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** The value of a header, unfolded. */
export const headerOf = ({ raw }: Arrived, name: string): string | undefined => {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ')
  return new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]
}

const decodeQuotedPrintable = (encoded: string): string =>
  Buffer.from(
    encoded.replace(/=\r?\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')

/** The part of this type, decoded. */
export const partOf = ({ raw }: Arrived, type: 'text/plain' | 'text/html'): string => {
  const [, boundary = ''] = /boundary="([^"]+)"/.exec(raw) ?? []
  const part = raw.split(`--${boundary}`).find((each) => new RegExp(`^content-type: ${type}`, 'im').test(each)) ?? ''
  const start = part.indexOf('\r\n\r\n')
  const [head, body] = [part.slice(0, start), part.slice(start + 4).trimEnd()]
  if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString('utf8')
  return (/quoted-printable/i.test(head) ? decodeQuotedPrintable(body) : body).replace(/\r\n/g, '\n')
}

/** The code of the link to choose a password. */
export const codeOf = (mail: Arrived): string => /\/account-link#([\w-]+)/.exec(partOf(mail, 'text/plain'))?.[1] ?? ''
