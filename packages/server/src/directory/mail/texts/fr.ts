import { ACCOUNT_LINK_HOURS } from '@rollcall/contract'
import type { MailFacts, Texts } from './facts.ts'
import { reportParts } from './report-letter.ts'
import { FRENCH_REPORT } from './report-words.ts'

const TIME = new Intl.DateTimeFormat('fr', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
const timeOf = ({ createdAt }: MailFacts): string => `${TIME.format(createdAt)} UTC`

const NOT_YOU =
  'Si ce n’était pas vous, choisissez tout de suite un nouveau mot de passe\u202f: tous les navigateurs seront déconnectés. Vérifiez ensuite vos clés d’accès et vos sessions dans votre profil.'
const WORKS_ONCE = `Le lien ne sert qu’une fois et reste valable ${ACCOUNT_LINK_HOURS} heures.`

export const FRENCH: Texts = {
  greeting: (name) => `Bonjour ${name},`,
  reason: ({ userName, organization }) =>
    `Vous recevez ce message parce que ${userName} est un compte de ${organization} dans Rollcall.`,
  unsubscribe: 'Ne plus recevoir ce type de message',
  kinds: {
    invitation: (facts) => ({
      subject: `Votre compte chez ${facts.organization}`,
      paragraphs: [
        `${facts.organization} utilise Rollcall pour planifier les jours au bureau et réserver des postes. Vous y avez un compte\u202f: ${facts.userName}.`,
        `Choisissez un mot de passe pour vous connecter. ${WORKS_ONCE}`,
      ],
      action: { label: 'Choisir un mot de passe', url: facts.link },
      closing: [`Si le lien a expiré, ouvrez ${facts.webUrl} et choisissez «\u202fMot de passe oublié\u202f?\u202f».`],
    }),
    'password-reset': (facts) => ({
      subject: 'Choisir un nouveau mot de passe',
      paragraphs: [`Quelqu’un a demandé un lien pour choisir un nouveau mot de passe pour ${facts.userName}. ${WORKS_ONCE}`],
      action: { label: 'Choisir un nouveau mot de passe', url: facts.link },
      closing: ['Si ce n’était pas vous, ignorez ce message\u202f: sans le lien, rien ne change.'],
    }),
    'password-changed': (facts) => ({
      subject: 'Votre mot de passe a été modifié',
      paragraphs: [`Le mot de passe de ${facts.userName} a été modifié, et les autres navigateurs ont été déconnectés.`],
      facts: [['Quand', timeOf(facts)]],
      closing: [NOT_YOU],
    }),
    'passkey-added': (facts) => ({
      subject: 'Une clé d’accès a été ajoutée à votre compte',
      paragraphs: [
        `La clé d’accès «\u202f${facts.details.name ?? ''}\u202f» permet désormais de se connecter en tant que ${facts.userName}.`,
      ],
      facts: [['Quand', timeOf(facts)]],
      closing: [NOT_YOU],
    }),
    'new-sign-in': (facts) => ({
      subject: 'Une nouvelle connexion à votre compte',
      paragraphs: [
        `${facts.userName} s’est connecté depuis une adresse et avec un navigateur qui n’avaient pas servi jusqu’ici.`,
      ],
      facts: [
        ['Quand', timeOf(facts)],
        ['Adresse', facts.details.address ?? 'inconnue'],
        ['Navigateur', facts.details.userAgent ?? 'inconnu'],
      ],
      closing: [NOT_YOU],
    }),
    'check-in-due': (facts) => ({
      subject: `Confirmez votre arrivée avant ${facts.details.time ?? ''}, sinon votre réservation sera libérée`,
      paragraphs: [
        `Vous avez réservé ${facts.details.node ?? 'une place'} dans ${facts.details.building ?? ''} aujourd’hui, mais votre présence n’y a pas encore été détectée. À ${facts.details.time ?? ''}, la réservation sera libérée pour que d’autres puissent utiliser la place.`,
        'Si vous êtes sur place, faites le check-in. Si vous ne venez pas, annulez la réservation.',
      ],
      action: { label: 'Ouvrir mes journées', url: facts.webUrl },
    }),
    'booking-released': (facts) => ({
      subject: `Votre réservation de ${facts.details.node ?? 'place'} a été libérée`,
      paragraphs: [
        `Votre réservation de ${facts.details.node ?? 'place'} dans ${facts.details.building ?? ''} n’a pas été confirmée avant ${facts.details.time ?? ''} et a donc été libérée. D’autres peuvent maintenant réserver la place.`,
        'Votre planning du jour reste inchangé. Si vous venez quand même, réservez à nouveau.',
      ],
      action: { label: 'Ouvrir mes journées', url: facts.webUrl },
    }),
    report: ({ report, webUrl }) => ({
      subject: report?.name ?? 'Un rapport',
      paragraphs: ['Voici le rapport auquel vous êtes abonné. Un tiret remplace ce qui est masqué ou inconnu.'],
      ...(report && reportParts(report, 'Périmètre', FRENCH_REPORT)),
      action: { label: 'Ouvrir dans Rollcall', url: `${webUrl}/analytics/reports/${report?.reportId ?? ''}` },
      closing: ['Modifiez l’abonnement ou mettez-y fin sous «\u202fVues\u202f» sur la page.'],
    }),
    test: (facts) => ({
      subject: 'Un test de Rollcall',
      paragraphs: [
        'Voici le message de test que vous avez demandé\u202f: le serveur de messagerie accepte les messages de ce service.',
      ],
      facts: [['Demandé', timeOf(facts)]],
    }),
  },
}
