import { ACCOUNT_LINK_HOURS } from '@rollcall/contract'
import type { MailFacts, Texts } from './facts.ts'
import { reportParts } from './report-letter.ts'
import { GERMAN_REPORT } from './report-words.ts'

const TIME = new Intl.DateTimeFormat('de', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
const timeOf = ({ createdAt }: MailFacts): string => `${TIME.format(createdAt)} UTC`

const NOT_YOU =
  'Wenn Sie das nicht waren, wählen Sie sofort ein neues Passwort: Damit werden alle Browser abgemeldet. Prüfen Sie dann in Ihrem Profil Ihre Passkeys und Sitzungen.'
const WORKS_ONCE = `Der Link gilt ${ACCOUNT_LINK_HOURS} Stunden lang und nur einmal.`

export const GERMAN: Texts = {
  greeting: (name) => `Guten Tag ${name},`,
  reason: ({ userName, organization }) =>
    `Sie erhalten diese E-Mail, weil ${userName} ein Konto von ${organization} in Rollcall ist.`,
  unsubscribe: 'Keine E-Mails dieser Art mehr',
  kinds: {
    invitation: (facts) => ({
      subject: `Ihr Konto bei ${facts.organization}`,
      paragraphs: [
        `${facts.organization} plant mit Rollcall Bürotage und bucht damit Arbeitsplätze. Sie haben dort ein Konto: ${facts.userName}.`,
        `Wählen Sie ein Passwort, um sich anzumelden. ${WORKS_ONCE}`,
      ],
      action: { label: 'Passwort wählen', url: facts.link },
      closing: [`Wenn der Link abgelaufen ist, öffnen Sie ${facts.webUrl} und wählen Sie „Passwort vergessen?“.`],
    }),
    'password-reset': (facts) => ({
      subject: 'Neues Passwort wählen',
      paragraphs: [`Für ${facts.userName} wurde ein Link angefordert, um ein neues Passwort zu wählen. ${WORKS_ONCE}`],
      action: { label: 'Neues Passwort wählen', url: facts.link },
      closing: ['Wenn Sie das nicht waren, ignorieren Sie diese E-Mail: Ohne den Link ändert sich nichts.'],
    }),
    'password-changed': (facts) => ({
      subject: 'Ihr Passwort wurde geändert',
      paragraphs: [`Das Passwort von ${facts.userName} wurde geändert, und andere Browser wurden abgemeldet.`],
      facts: [['Zeitpunkt', timeOf(facts)]],
      closing: [NOT_YOU],
    }),
    'passkey-added': (facts) => ({
      subject: 'Ihrem Konto wurde ein Passkey hinzugefügt',
      paragraphs: [`Mit dem Passkey „${facts.details.name ?? ''}“ kann man sich jetzt als ${facts.userName} anmelden.`],
      facts: [['Zeitpunkt', timeOf(facts)]],
      closing: [NOT_YOU],
    }),
    'new-sign-in': (facts) => ({
      subject: 'Eine neue Anmeldung bei Ihrem Konto',
      paragraphs: [`${facts.userName} hat sich von einer Adresse und mit einem Browser angemeldet, die neu sind.`],
      facts: [
        ['Zeitpunkt', timeOf(facts)],
        ['Adresse', facts.details.address ?? 'unbekannt'],
        ['Browser', facts.details.userAgent ?? 'unbekannt'],
      ],
      closing: [NOT_YOU],
    }),
    'check-in-due': (facts) => ({
      subject: `Checken Sie bis ${facts.details.time ?? ''} Uhr ein, sonst wird Ihre Buchung freigegeben`,
      paragraphs: [
        `Sie haben für heute ${facts.details.node ?? 'einen Platz'} in ${facts.details.building ?? ''} gebucht und wurden dort noch nicht gesehen. Um ${facts.details.time ?? ''} Uhr wird die Buchung freigegeben, damit andere den Platz nutzen können.`,
        'Wenn Sie da sind, checken Sie ein. Wenn Sie nicht kommen, stornieren Sie die Buchung.',
      ],
      action: { label: 'Meine Tage öffnen', url: facts.webUrl },
    }),
    'booking-released': (facts) => ({
      subject: `Ihre Buchung von ${facts.details.node ?? 'einem Platz'} wurde freigegeben`,
      paragraphs: [
        `Ihre Buchung von ${facts.details.node ?? 'einem Platz'} in ${facts.details.building ?? ''} wurde bis ${facts.details.time ?? ''} Uhr nicht bestätigt und deshalb freigegeben. Andere können den Platz jetzt buchen.`,
        'Ihre Planung für den Tag bleibt bestehen. Wenn Sie doch kommen, buchen Sie erneut.',
      ],
      action: { label: 'Meine Tage öffnen', url: facts.webUrl },
    }),
    report: ({ report, webUrl }) => ({
      subject: report?.name ?? 'Ein Bericht',
      paragraphs: [
        'Hier ist der Bericht, den Sie abonniert haben. Ein Strich steht für Werte, die ausgeblendet oder nicht bekannt sind.',
      ],
      ...(report && reportParts(report, 'Auswahl', GERMAN_REPORT)),
      action: { label: 'In Rollcall öffnen', url: `${webUrl}/analytics/reports/${report?.reportId ?? ''}` },
      closing: ['Ändern oder beenden Sie das Abonnement auf der Seite unter „Ansichten“.'],
    }),
    test: (facts) => ({
      subject: 'Ein Test von Rollcall',
      paragraphs: ['Das ist die Test-E-Mail, um die Sie gebeten haben: Der Mailserver nimmt E-Mails dieses Dienstes an.'],
      facts: [['Angefordert', timeOf(facts)]],
    }),
  },
}
