import { ConfigError } from './config-error.ts'

/** The operator's mail server, and what is written into every mail. */
export interface MailConfig {
  /** The server as a URL, which may contain a password. */
  readonly smtpUrl: string
  readonly sender: MailSender
  /** The address of the web app, for links. It is set by the operator, because a request could name any. */
  readonly publicUrl: string
}

interface MailSender {
  readonly name: string
  readonly address: string
}

const URL_OF_WEB = /^https?:\/\/[^\s/?#]+(?:\/[^\s?#]*)?$/

/** Returns the address at which people reach the web app, without a slash at its end. @throws ConfigError */
export const parsePublicUrl = (text: string | undefined): string | undefined => {
  if (text === undefined) return undefined
  if (URL_OF_WEB.test(text) && URL.canParse(text)) return text.replace(/\/+$/, '')
  throw new ConfigError(`ROLLCALL_PUBLIC_URL=${text} is not an address such as https://rollcall.example.com.`)
}

const SENDER = /^(?:(?<name>[^<>\r\n]*?)\s*<(?<bracketed>[^\s@<>]+@[^\s@<>]+)>|(?<plain>[^\s@<>]+@[^\s@<>]+))$/
const DEFAULT_NAME = 'Rollcall'

const parseSender = (text: string): MailSender => {
  const { name, bracketed, plain } = SENDER.exec(text)?.groups ?? {}
  const address = bracketed ?? plain
  if (address !== undefined) return { name: name?.replace(/^"(.*)"$/, '$1') || DEFAULT_NAME, address }
  throw new ConfigError(`ROLLCALL_MAIL_FROM=${text} is not a sender such as Rollcall <rollcall@example.com>.`)
}

interface MailSettings {
  /** The variable that names the mail server, for messages. */
  readonly variable: string
  readonly smtpUrl: string | undefined
  readonly from: string | undefined
  readonly publicUrl: string | undefined
}

/** Returns undefined unless the operator names a mail server: nothing is mailed by default. @throws ConfigError */
export const readMailConfig = ({ variable, smtpUrl, from, publicUrl }: MailSettings): MailConfig | undefined => {
  if (smtpUrl === undefined) return undefined
  // The URL may have a password, so no message repeats it.
  if (!/^smtps?:\/\/[^\s/]+/.test(smtpUrl) || !URL.canParse(smtpUrl)) {
    throw new ConfigError(`${variable} is not of the form smtp://user:password@host:port or smtps://….`)
  }
  if (from === undefined) throw new ConfigError(`${variable} is set, so ROLLCALL_MAIL_FROM must name the sender.`)
  if (publicUrl === undefined) {
    throw new ConfigError(
      `${variable} is set, so ROLLCALL_PUBLIC_URL must be the address of the web app: links in mail begin with it.`,
    )
  }
  return { smtpUrl, sender: parseSender(from), publicUrl }
}
