import { ACCOUNT_LINK_HOURS } from '@rollcall/contract'
import type { MailFacts, Texts } from './facts.ts'
import { reportParts } from './report-letter.ts'

const TIME = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
const timeOf = ({ createdAt }: MailFacts): string => `${TIME.format(createdAt)} UTC`

const NOT_YOU =
  'If this was not you, choose a new password at once: that signs out every browser. Then look at your passkeys and sessions under your profile.'
const WORKS_ONCE = `The link works once, for ${ACCOUNT_LINK_HOURS} hours.`

export const ENGLISH: Texts = {
  greeting: (name) => `Hello ${name},`,
  reason: ({ userName, organization }) => `You get this mail because ${userName} is an account of ${organization} in Rollcall.`,
  unsubscribe: 'No more mail of this kind',
  kinds: {
    invitation: (facts) => ({
      subject: `Your account at ${facts.organization}`,
      paragraphs: [
        `${facts.organization} uses Rollcall to plan office days and book desks. You have an account there: ${facts.userName}.`,
        `Choose a password to sign in. ${WORKS_ONCE}`,
      ],
      action: { label: 'Choose a password', url: facts.link },
      closing: [`If the link has expired, open ${facts.webUrl} and choose "Forgot password?".`],
    }),
    'password-reset': (facts) => ({
      subject: 'Choose a new password',
      paragraphs: [`Someone asked for a link to choose a new password for ${facts.userName}. ${WORKS_ONCE}`],
      action: { label: 'Choose a new password', url: facts.link },
      closing: ['If this was not you, ignore this mail: without the link nothing changes.'],
    }),
    'password-changed': (facts) => ({
      subject: 'Your password was changed',
      paragraphs: [`The password of ${facts.userName} was changed, and other browsers were signed out.`],
      facts: [['When', timeOf(facts)]],
      closing: [NOT_YOU],
    }),
    'passkey-added': (facts) => ({
      subject: 'A passkey was added to your account',
      paragraphs: [`The passkey "${facts.details.name ?? ''}" can now sign in as ${facts.userName}.`],
      facts: [['When', timeOf(facts)]],
      closing: [NOT_YOU],
    }),
    'new-sign-in': (facts) => ({
      subject: 'A new sign-in to your account',
      paragraphs: [`${facts.userName} signed in from an address and a browser that were not used before.`],
      facts: [
        ['When', timeOf(facts)],
        ['Address', facts.details.address ?? 'unknown'],
        ['Browser', facts.details.userAgent ?? 'unknown'],
      ],
      closing: [NOT_YOU],
    }),
    'check-in-due': (facts) => ({
      subject: `Check in by ${facts.details.time ?? ''}, or your booking is released`,
      paragraphs: [
        `You have booked ${facts.details.node ?? 'a seat'} in ${facts.details.building ?? ''} today, and were not seen there yet. At ${facts.details.time ?? ''} the booking is released, so that others can use the place.`,
        'If you are there, check in. If you are not coming, cancel the booking.',
      ],
      action: { label: 'Open my days', url: facts.webUrl },
    }),
    'booking-released': (facts) => ({
      subject: `Your booking of ${facts.details.node ?? 'a seat'} was released`,
      paragraphs: [
        `Your booking of ${facts.details.node ?? 'a seat'} in ${facts.details.building ?? ''} was not confirmed by ${facts.details.time ?? ''}, so it was released. Others can book the place now.`,
        'Your plan for the day stays. If you come after all, book again.',
      ],
      action: { label: 'Open my days', url: facts.webUrl },
    }),
    report: ({ report, webUrl }) => ({
      subject: report?.name ?? 'A report',
      paragraphs: ['Here is the report that you subscribed to. A dash stands for what is withheld or not known.'],
      ...(report && reportParts(report, 'Scope')),
      action: { label: 'Open it in Rollcall', url: `${webUrl}/analytics/reports/${report?.reportId ?? ''}` },
      closing: ['Change or end the subscription under Views on the page.'],
    }),
    test: (facts) => ({
      subject: 'A test of Rollcall',
      paragraphs: ['This is the test mail that you asked for: the mail server takes mail of this service.'],
      facts: [['Asked for', timeOf(facts)]],
    }),
  },
}
