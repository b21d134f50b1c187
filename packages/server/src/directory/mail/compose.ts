import { MAIL_KINDS, MAIL_LANGUAGES, type MailKind, type MailLanguage, type Report } from '@rollcall/contract'
import type { Message } from '../../platform/mail/mail-server.ts'
import type { MailConfig } from '../../platform/mail-config.ts'
import { htmlText, type Letter, plainText } from './letter.ts'
import type { ClaimedMail } from './mail-store.ts'
import { GERMAN } from './texts/de.ts'
import { ENGLISH } from './texts/en.ts'
import type { Texts } from './texts/facts.ts'
import { FRENCH } from './texts/fr.ts'

/** A new language is a file in `texts`, its entry here, and its tag in the contract. */
const TEXTS: Readonly<Record<MailLanguage, Texts>> = { en: ENGLISH, de: GERMAN, fr: FRENCH }

const languageOf = (chosen: string | null): MailLanguage =>
  MAIL_LANGUAGES.find((language) => language === chosen) ?? MAIL_LANGUAGES[0]

interface Brought {
  /** The report that the mail brings; absent where it brings none. */
  readonly report?: Report | undefined
  /** The link that the mail brings; empty where it brings none. */
  readonly link: string
  /** Returns the code that unsubscribes the person from a kind. */
  unsubscribeCode(kind: MailKind): string
}

/** Writes the mail for its recipient, in their language. */
export const composeMail = (
  mail: ClaimedMail,
  address: string,
  { sender, publicUrl }: Pick<MailConfig, 'sender' | 'publicUrl'>,
  { report, link, unsubscribeCode }: Brought,
): Message => {
  const language = languageOf(mail.language)
  const texts = TEXTS[language]
  const fullName = [mail.firstName, mail.lastName].filter(Boolean).join(' ')
  const facts = {
    name: mail.firstName || fullName || mail.userName,
    userName: mail.userName,
    organization: mail.organizationName,
    webUrl: publicUrl,
    link,
    ...(report && { report }),
    createdAt: mail.createdAt,
    details: mail.details,
  }
  const code = MAIL_KINDS[mail.kind].isNecessary ? undefined : unsubscribeCode(mail.kind)
  const letter: Letter = {
    ...texts.kinds[mail.kind](facts),
    greeting: texts.greeting(facts.name),
    reason: texts.reason(facts),
    ...(code !== undefined && { unsubscribe: { label: texts.unsubscribe, url: `${publicUrl}/unsubscribe#${code}` } }),
  }
  return {
    messageId: `${mail.id}@${sender.address.split('@')[1]}`,
    to: { name: fullName, address },
    subject: oneLine(letter.subject),
    text: plainText(letter),
    html: htmlText(letter, language),
    headers: {
      'Auto-Submitted': 'auto-generated',
      'Content-Language': language,
      ...(code !== undefined && oneClick(publicUrl, code)),
    },
  }
}

/** Names come from a directory; a line break must not start another header. */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** Lets mail programs offer to unsubscribe by themselves (RFC 8058). They follow only https. */
const oneClick = (publicUrl: string, code: string): Record<string, string> => ({
  'List-Unsubscribe': `<${publicUrl}/api/mail-unsubscribe?code=${code}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})
