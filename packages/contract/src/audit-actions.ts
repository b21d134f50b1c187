/**
 * The administrative acts of the audit log: their stable names, and what each means. An endpoint names its act, or says why it is
 * none (`audit` of the endpoint table); commands of operators do the same.
 */
export const AUDIT_ACTIONS = {
  'session.create': 'A person signed in.',
  'session.refuse': 'A sign-in or a change of a password was refused.',
  'session.end': 'A person signed out.',
  'session.end-all': 'All sessions of a person were ended.',
  'organization.create': 'An organization was created.',
  'organization.set-up': 'The first administrator of an organization was created by a set-up link.',
  'organization.link': 'A set-up link was made, which lets its holder become the first administrator.',
  'organization.block': 'An organization was blocked.',
  'organization.unblock': 'An organization was unblocked.',
  'organization.move': 'An organization was moved to another cell, or a move was confirmed or canceled.',
  'account.set': 'An account was created, or its roles or password changed.',
  'account.remove': 'An account was removed.',
  'account.password': 'A person changed their own password.',
  'account.link': 'A link to choose a password was made or mailed, and the account with it if there was none.',
  'account.link-use': 'A person chose a password with a link.',
  'account.reset-request': 'A link to choose a new password was requested at the sign-in.',
  'passkey.create': 'A person added a passkey.',
  'passkey.update': 'A person renamed a passkey.',
  'passkey.remove': 'Passkeys were removed.',
  'mail.test': 'A test mail was written.',
  'mail.send-again': 'A mail was sent again.',
  'mail.preferences': 'The mail and notifications that a person gets were changed.',
  'push-device.add': 'A person switched notifications on in a browser.',
  'push-device.remove': 'A person switched notifications off in a browser.',
  'identity-provider.create': 'An identity provider was added.',
  'identity-provider.update': 'An identity provider was changed.',
  'identity-provider.remove': 'An identity provider was removed.',
  'identity-link.create': 'A person signed in with an identity provider for the first time, and was linked with it.',
  'identity-link.remove': 'A person was unlinked from an identity provider.',
  'key.create': 'A key was created.',
  'key.rotate': 'A successor of a key was created.',
  'key.update': 'A key was changed, blocked or unblocked.',
  'key.revoke': 'A key was revoked.',
  'kiosk-screen.create': 'A link for a kiosk screen was created.',
  'kiosk-screen.update': 'A kiosk screen was changed.',
  'kiosk-screen.revoke': 'The link of a kiosk screen was revoked.',
  'settings.update': 'Settings of the organization were changed.',
  'attribute-mapping.set': 'An attribute got a meaning.',
  'attribute-mapping.remove': 'An attribute lost its meaning.',
  'location.create': 'A location was created.',
  'location.update': 'A location was changed.',
  'calendar.update': 'The working days of a location, or whether it is booked on closed days, were changed.',
  'holiday.set': 'A public holiday of a location was entered.',
  'holiday.remove': 'The public holidays of a day were removed from a location.',
  'holiday.import': 'Public holidays of a location were imported from a calendar file.',
  'closure.create': 'A location was closed for some days.',
  'closure.remove': 'A closure of a location was removed.',
  'outage.create': 'An outage of the presence reporting of a location was entered, or a suggestion dismissed.',
  'outage.remove': 'An outage of a location was removed.',
  'policy.set': 'A group got an attendance policy, or another one from a day on.',
  'policy.remove': 'An attendance policy of a group was removed.',
  'day-note.create': 'A note on a day was written.',
  'day-note.remove': 'A note on a day was deleted.',
  'view.create': 'What a page shows was saved as a view.',
  'view.update': 'A saved view was changed or shared.',
  'view.remove': 'A saved view was deleted.',
  'level.create': 'A level was created.',
  'level.update': 'A level was changed.',
  'level.layout': 'Zones and desks were drawn on the floor plan of a level.',
  'level.positions': 'Desks were placed on the floor plan of a level.',
  'floor-plan.set': 'A level got a floor plan.',
  'floor-plan.remove': 'The floor plan of a level was removed.',
  'zone.create': 'A zone was created.',
  'zone.update': 'A zone was changed.',
  'place.create': 'A desk was created.',
  'place.update': 'A desk was changed.',
  'desk-code.renew': 'Desks got new QR codes, so that printed ones no longer work.',
  'space.create': 'A space was created.',
  'space.update': 'A space was changed.',
  'bay.create': 'A parking bay was created.',
  'bay.update': 'A parking bay was changed.',
  'user.create': 'A user was created.',
  'user.update': 'A user was changed.',
  'group.create': 'A group was created.',
  'group.update': 'A group was changed.',
  'group.member-add': 'A user became a member of a group.',
  'group.member-remove': 'A user is no longer a member of a group.',
  'group.zones': 'The zones of a group were set.',
  'provider.update': 'A provider of people and groups was changed.',
  'provisioning.apply': 'A provider created, changed or deleted users or groups.',
  'hierarchy.replace': 'The hierarchy of groups was replaced.',
  'import.run': 'A file was imported.',
  'identity.give': 'The id of a source was given to a person.',
  'sample.make': 'The organization was filled with a sample company.',
  'sample.remove': 'The sample company, and everything computed from it, was removed.',
  'horizon.run': 'Days were planned and booked ahead on request.',
  'refresh.run': 'The warehouse was refreshed on request.',
  'retention.run': 'Data past its retention was anonymized on request.',
  'quarantine.read': 'Refused events, which may name people, were looked at.',
  'quarantine.replay': 'Refused events were submitted again.',
  'lake.export': 'Published days were exported to the lake on request.',
  'person.read': 'Data about another person was looked at.',
  'person.export': 'All data about another person was exported.',
  'person.erase': 'A person was erased.',
  'dataset.read': 'A person read rows of a dataset that has personal data.',
} as const satisfies Record<string, string>

/** What was done, as a stable name. */
export type AuditAction = keyof typeof AUDIT_ACTIONS

/** The act of an operation, or in words why it is none. */
export type Audited = AuditAction | { readonly none: string }

/** Why an operation on plans and bookings is no act of its own. */
export const IN_USER_ACTIONS = {
  none: 'The log of user actions has every change of a plan or booking, with who made it.',
} as const

/** Why an operation on gatherings and visits is no administrative act. */
export const OF_GATHERINGS = {
  none: 'Employees arrange their own gatherings and visitors; it is part of the working day, not of administration.',
} as const

/** Why a read about a person is no administrative act. */
export const OF_PLANNING = {
  none: 'It shows plans and bookings to those who arrange them; reads in troubleshooting are acts.',
} as const
