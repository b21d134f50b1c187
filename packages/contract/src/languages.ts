/** The languages of mail, as tags of BCP 47. The first one is that of people who chose none. */
export const MAIL_LANGUAGES = ['en', 'de', 'fr'] as const
export type MailLanguage = (typeof MAIL_LANGUAGES)[number]
