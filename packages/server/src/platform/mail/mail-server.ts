import type { MailConfig } from '../mail-config.ts'

/** A mail, ready to be sent. */
export interface Message {
  /** The Message-ID without its brackets: a mail that is sent again has the same. */
  readonly messageId: string
  readonly to: { readonly name: string; readonly address: string }
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly headers: Readonly<Record<string, string>>
}

/** What became of an attempt. `refused`: a repetition would be refused again. `away`: the server takes no mail at all right now. */
interface Attempt {
  readonly outcome: 'sent' | 'refused' | 'postponed' | 'away'
  /** What the server answered, or what went wrong, for administrators. */
  readonly result: string
}

export interface MailServer extends AsyncDisposable {
  /** Sends a mail. It never throws: what went wrong is part of the result. */
  send(message: Message, signal?: AbortSignal): Promise<Attempt>
  /** Connects and signs in, without sending anything. Returns what went wrong; undefined: nothing did. */
  check(): Promise<string | undefined>
}

/** How long a silent server is waited for. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000, dnsTimeout: 10_000 }
const MAX_RESULT = 500

/** Part of the errors of nodemailer. */
interface MailError {
  readonly message?: string
  readonly code?: string
  readonly command?: string
  readonly response?: string
  readonly responseCode?: number
}

const described = ({ response, message, code }: MailError): string =>
  oneLine(response ?? `${message ?? 'The connection failed'}${code ? ` (${code})` : ''}`)

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, MAX_RESULT)

/** A recipient or a text that the server does not want concerns one mail; everything else, such as a wrong password, concerns all. */
const ABOUT_ONE_MAIL = new Set(['EENVELOPE', 'EMESSAGE'])
/** The server is about to close, or too busy for any mail (RFC 5321 §3.8, §4.2.2). */
const CLOSING = 421

const judge = (error: MailError): Attempt => {
  const result = described(error)
  const { code = '', responseCode = 0 } = error
  const isAboutSender = error.command === 'MAIL FROM'
  if (!ABOUT_ONE_MAIL.has(code) || responseCode === CLOSING || isAboutSender) return { outcome: 'away', result }
  // Without an answer of the server the address cannot even be written into its command. 503 is about the order of commands.
  if (responseCode === 0 || (responseCode >= 500 && responseCode !== 503)) return { outcome: 'refused', result }
  return { outcome: 'postponed', result }
}

/** Opens the mail server of the operator. The library is loaded only where there is one; each mail has a connection of its own. */
export const openMailServer = async ({ smtpUrl, sender }: Pick<MailConfig, 'smtpUrl' | 'sender'>): Promise<MailServer> => {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    url: smtpUrl,
    ...TIMEOUTS,
    // A mail has no attachments, so nothing may make the library read a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ messageId, to, subject, text, html, headers }, signal) {
      try {
        const { response } = await transport.sendMail({
          from: { ...sender },
          to: { ...to },
          messageId: `<${messageId}>`,
          subject,
          text,
          html,
          // Long links stay whole, and no program adds spaces to them.
          textEncoding: 'quoted-printable',
          headers: { ...headers },
          ...(signal && { signal }),
        })
        return { outcome: 'sent', result: oneLine(response) }
      } catch (error) {
        return judge(error as MailError)
      }
    },
    async check() {
      try {
        await transport.verify()
        return undefined
      } catch (error) {
        return described(error as MailError)
      }
    },
    async [Symbol.asyncDispose]() {
      transport.close()
    },
  }
}
